/** The answer of `/health` while the database is away. */
import { expect } from 'vitest';

export const away = {
  result: 'error',
  error: expect.stringContaining('cannot reach its database') as string,
  code: 'not_ready',
  store: 'away',
  mail: 'ok',
};
