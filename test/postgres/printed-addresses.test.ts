/** Addresses as services that host PostgreSQL, and the tools beside them, print them: the service starts, and is backed up. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../set-up/service/start-service.ts';

let service: Service;
let address: string;

beforeAll(async () => {
  service = await startService('postgres');
  address = service.settings['DATABASE_URL'] ?? '';
});

test.each<[query: string, said: string[]]>([
  ['pgbouncer=true', ['pgbouncer']],
  ['schema=public', ['schema']],
  ['sslmode=disable&connection_limit=5&pool_timeout=20', ['connection_limit', 'pool_timeout']],
  ['sslmode=disable&channel_binding=prefer', []],
  ['statement_cache_size=0&sslaccept=accept_invalid_certs', ['statement_cache_size', 'sslaccept']],
  ['options=-c%20statement_timeout%3D60000%20-c%20lock_timeout%3D5000', []],
  ['application_name=many%20hands&connect_timeout=10', []],
])('%s', async (query, said) => {
  service.forgetLog();
  await service.restart({ DATABASE_URL: `${address}${address.includes('?') ? '&' : '?'}${query}` });
  expect((await service.get('/health')).status).toBe(200);
  expect((await service.get('/finder?q=birds')).status).toBe(200);
  const notes = /DATABASE_URL: PostgreSQL does not know (.*); that is left out/.exec(service.log())?.[1];
  expect(notes).toBe(said.length > 0 ? said.join(', ') : undefined);
  const file = join(service.dataDir, `${query.replace(/\W/g, '-')}.dump`);
  const { code, json } = await service.operator('backup', file, '--verify');
  expect([code, json['error']]).toEqual([0, undefined]);
});
