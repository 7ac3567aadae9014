/** The words about what is missing. */
import { expect, test } from 'vitest';
import { missingMessage, needs } from './installed.ts';

test('a project that lacks programs names them, and the command that installs them', () => {
  expect(missingMessage('programs', [needs.caddy, needs.curl])).toBe(
    'The tests of `programs` need Caddy, curl: npm run test:install',
  );
});
