/** DEFAULT_LANGUAGE: where neither a visitor nor an account has chosen a language. */
import { beforeAll, expect, test } from 'vitest';
import { refusedStart } from '../../set-up/service/refused-start.ts';
import { startService, type Service } from '../../set-up/service/start-service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService('sqlite', { DEFAULT_LANGUAGE: 'de' });
});

test.each<[string, string, Record<string, string>, string]>([
  ['no language', '/sign-in', {}, 'de'],
  ['one that there is not', '/sign-in', { 'accept-language': 'ja' }, 'de'],
  ['one that there is', '/sign-in', { 'accept-language': 'ja, fr;q=0.1' }, 'fr'],
  ['one chosen before', '/sign-in', { cookie: 'language=en' }, 'en'],
  ['a problem', '/nothing-at-all', {}, 'de'],
  ['an authorization that cannot be read', '/authorize?client_id=nobody', {}, 'de'],
])('a visitor with %s', async (_, path, headers, lang) => {
  const html = await (await service.get(path, { headers })).text();
  expect(/<html lang="(\w+)"/.exec(html)?.[1]).toBe(lang);
});

test('another value is refused by name', async () => {
  const { code, lines } = await refusedStart({ DEFAULT_LANGUAGE: 'tlh' });
  expect([code, lines]).toEqual([
    '1',
    ['DEFAULT_LANGUAGE: must be the code of a language that we have, or of one in DATA_DIR/words'],
  ]);
});
