/** Settings as they arrive from files of other programs, and addresses of databases as services print them. */
import { expect, test } from 'vitest';
import { forDriver, forLibpq, unknownWords } from '../../../server/db/postgres/address.ts';
import { readSettings, SettingsFault } from '../../../server/settings.ts';

const given = {
  NODE_ENV: 'production',
  BASE_URL: 'https://citizenscience.example.org',
  PEPPER: '0123456789abcdef0123456789abcdef',
  SMTP_URL: 'smtps://user:password@smtp.example.org',
  MAIL_FROM: 'Manyhands <hello@example.org>',
  TRUST_PROXY: '1',
};
const around = (wrap: (value: string) => string) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, name === 'PEPPER' ? value : wrap(value)]),
  );
const read = (environment: Record<string, string>) => readSettings(environment, { mayCreate: false });
const faultsOf = (environment: Record<string, string>) => {
  try {
    return read(environment).notes;
  } catch (error) {
    if (error instanceof SettingsFault) return error.lines;
    throw error;
  }
};

test.each<[what: string, wrap: (value: string) => string]>([
  ['double quotation marks, as docker run --env-file keeps them', (value) => `"${value}"`],
  ['single quotation marks', (value) => `'${value}'`],
  ['a carriage return, as files from Windows have it', (value) => `${value}\r`],
  ['both', (value) => `"${value}"\r`],
  ['blanks', (value) => ` ${value}\t`],
  ['blanks within quotation marks', (value) => ` " ${value} " `],
])('%s around each value are left out, and said', (_, wrap) => {
  const settings = read(around(wrap));
  expect(settings).toMatchObject({ ...given, TRUST_PROXY: 1, isProduction: true });
  const names = Object.keys(given).filter((name) => name !== 'PEPPER');
  expect(settings.notes.map((note) => note.split(':')[0])).toEqual(expect.arrayContaining(names));
  expect(settings.notes).toHaveLength(names.length);
  expect(settings.notes.join()).not.toContain('password');
});

test('a value that only begins or ends with a quotation mark stays as it is', () => {
  const settings = read({ ...given, MAIL_FROM: '"Hands, many" <hello@example.org>' });
  expect([settings.MAIL_FROM, settings.notes]).toEqual(['"Hands, many" <hello@example.org>', []]);
});

test.each([`"${given.PEPPER}"`, `'${given.PEPPER}'`, `${given.PEPPER}\r`, ` ${given.PEPPER}`])(
  'a pepper like %j is refused: without the marks, the store would get another one',
  (pepper) => {
    const faults = faultsOf({ ...given, PEPPER: pepper });
    expect(faults).toEqual([expect.stringMatching(/^PEPPER: has quotation marks or blanks around it/)]);
    expect(faults.join()).not.toContain(given.PEPPER);
    // The former value is taken as it is: the way on for a service that has run with it.
    const moving = read({ ...given, PEPPER_BEFORE: pepper });
    expect([moving.PEPPER_BEFORE, moving.notes]).toEqual([pepper, []]);
  },
);

test('nothing within quotation marks is an absent setting', () => {
  expect(read({ ...given, DATABASE_URL: '""', CONTACT: "''", HOST: ' ' })).not.toHaveProperty('DATABASE_URL');
});

const address = 'postgres://hands:p%40ss@db.example/hands';

test.each([
  ['?pgbouncer=true', ['pgbouncer'], ''],
  ['?schema=public', ['schema'], ''],
  [
    '?sslmode=require&connection_limit=5&pool_timeout=20',
    ['connection_limit', 'pool_timeout'],
    'sslmode=require',
  ],
  ['?sslmode=disable&channel_binding=prefer', [], 'sslmode=disable&channel_binding=prefer'],
  ['?statement_cache_size=0&sslaccept=strict', ['statement_cache_size', 'sslaccept'], ''],
  ['?options=-c%20search_path%3Dhands', [], 'options=-c%20search_path%3Dhands'],
  ['?options=-c+search_path%3Dhands', [], 'options=-c%20search_path%3Dhands'],
  ['?host=/var/run/postgresql', [], 'host=%2Fvar%2Frun%2Fpostgresql'],
  ['?ssl=true&application_name=a%26b', [], 'application_name=a%26b'],
  ['', [], ''],
])('%s: what PostgreSQL does not know is named and left out', (query, unknown, kept) => {
  expect(unknownWords(address + query)).toEqual(unknown);
  expect(forLibpq(address + query)).toEqual({
    address: `postgres://hands@db.example/hands${kept && `?${kept}`}`,
    password: 'p@ss',
  });
  for (const word of unknown) expect(forDriver(address + query)).not.toContain(word);
});

test.each(['', ':5433'])('a user and no host%s: the folder of a socket counts', (port) => {
  const url = `postgres://hands:p%40ss@${port}/hands?host=/run/postgresql`;
  const query = '/hands?host=%2Frun%2Fpostgresql';
  expect(forDriver(url)).toBe(`postgres://hands:p%40ss@localhost${port}${query}`);
  expect(forLibpq(url).address).toBe(`postgres://hands@localhost${port}${query}`);
  expect(faultsOf({ ...given, DATABASE_URL: url })).toEqual([]);
});

test.each(['?password=one&two=three', '?password=a%26b&c', '?x=y@db.example/hands'])(
  '%s: no part of a password is named',
  (query) => {
    expect(unknownWords(address + query)).toEqual(['a word of it']);
  },
);

test('words of the driver alone reach it, and not the programs', () => {
  const url = `${address}?statement_timeout=5000&ssl=true`;
  expect([unknownWords(url), forDriver(url), forLibpq(url).address]).toEqual([
    [],
    'postgres://hands:p%40ss@db.example/hands?statement_timeout=5000&ssl=true',
    'postgres://hands@db.example/hands',
  ]);
});

test('options of ours are added to those of the address, and the database takes the place of its own', () => {
  const url = `${address}?options=-c%20search_path%3Dx&dbname=other`;
  expect(forDriver(url, { options: '-c jit=off' })).toBe(
    'postgres://hands:p%40ss@db.example/other?options=-c%20search_path%3Dx%20-c%20jit%3Doff',
  );
  expect(forLibpq(url, 'verify').address).toBe(
    'postgres://hands@db.example/verify?options=-c%20search_path%3Dx',
  );
});

test('what is left out of an address is said at the start, and a pooler asks for the direct address', () => {
  const notes = faultsOf({ ...given, DATABASE_URL: `${address}?pgbouncer=true&schema=public` });
  expect(notes).toEqual([
    'DATABASE_URL: PostgreSQL does not know pgbouncer, schema; that is left out.',
    expect.stringMatching(/^DATABASE_DIRECT_URL: with a connection pooler/),
  ]);
});
