/**
 * Reads the address of a PostgreSQL database, once for the driver `pg` and for PostgreSQL's own programs (libpq), which
 * differ in a few words. Services that host PostgreSQL print words of other drivers; neither sees these.
 */

/** The words of libpq (PostgreSQL 17, section 32.1.2); `pg` reads those of them that it knows. */
const ofLibpq = new Set([
  ...['host', 'hostaddr', 'port', 'dbname', 'user', 'password', 'passfile', 'service'],
  ...['require_auth', 'channel_binding', 'connect_timeout', 'client_encoding', 'options'],
  ...['application_name', 'fallback_application_name', 'target_session_attrs', 'load_balance_hosts'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'tcp_user_timeout'],
  ...['gssencmode', 'krbsrvname', 'gsslib', 'gssdelegation', 'requirepeer'],
  ...['sslmode', 'sslnegotiation', 'sslcompression', 'sslcert', 'sslkey', 'sslpassword', 'sslcertmode'],
  ...['sslrootcert', 'sslcrl', 'sslcrldir', 'sslsni'],
  ...['ssl_min_protocol_version', 'ssl_max_protocol_version'],
]);

/** Words of `pg` that libpq does not know. */
const ofDriver = new Set([
  ...['ssl', 'uselibpqcompat', 'query_timeout', 'statement_timeout', 'lock_timeout'],
  ...['idle_in_transaction_session_timeout'],
]);

/**
 * An address that names a user and no host, because `?host=` has the folder of a socket, is none for `URL`: it gets
 * this machine's name, which `host` goes before.
 */
export const withHost = (databaseUrl: string): string =>
  databaseUrl.replace(/^(postgres(?:ql)?:\/\/[^/?#@]*@)(?=[:/?]|$)/, '$1localhost');

type DatabaseAddress = { url: URL; words: Map<string, string> };

function read(databaseUrl: string): DatabaseAddress {
  const url = new URL(withHost(databaseUrl));
  const words = new Map(url.searchParams);
  // The driver takes the name of the database from the path alone.
  const database = words.get('dbname');
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`;
  words.delete('dbname');
  return { url, words };
}

/** libpq does not read a plus sign as a blank, which `URLSearchParams` writes. */
function written({ url, words }: DatabaseAddress, isKnown: (word: string) => boolean): string {
  const query = [...words]
    .filter(([word]) => isKnown(word))
    .map(([word, value]) => `${word}=${encodeURIComponent(value)}`);
  url.search = '';
  return query.length > 0 ? `${url.href}?${query.join('&')}` : url.href;
}

/**
 * The words of an address that neither the driver nor PostgreSQL's programs know, and that are left out. Where the query
 * may hold a password that was not encoded, a part of it could look like a word: then none is named.
 */
export function unknownWords(databaseUrl: string): string[] {
  const { search, searchParams } = new URL(withHost(databaseUrl));
  const unknown = [...searchParams.keys()].filter((word) => !ofLibpq.has(word) && !ofDriver.has(word));
  return unknown.length > 0 && /@|%40|password/i.test(search) ? ['a word of it'] : unknown;
}

/**
 * The address for `pg_dump` and `pg_restore`, with `database` in place of its own where that is given, and apart from
 * it the password: the list of processes shows the arguments of a program to every user.
 */
export function forLibpq(
  databaseUrl: string,
  database?: string,
): { address: string; password: string | undefined } {
  const address = read(databaseUrl);
  const { url, words } = address;
  const password =
    words.get('password') ?? (url.password === '' ? undefined : decodeURIComponent(url.password));
  words.delete('password');
  url.password = '';
  if (words.get('sslmode') === 'no-verify') words.set('sslmode', 'require');
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`;
  return { address: written(address, (word) => ofLibpq.has(word)), password };
}

/**
 * The address for `pg`, which then understands `sslmode` as PostgreSQL documents it: `require` encrypts, `verify-full`
 * also verifies. `options` are added to its own.
 */
export function forDriver(
  databaseUrl: string,
  { database, options }: { database?: string; options?: string } = {},
) {
  const address = read(databaseUrl);
  const { url, words } = address;
  if (words.has('sslmode') && words.get('sslmode') !== 'no-verify') words.set('uselibpqcompat', 'true');
  if (options !== undefined) words.set('options', [words.get('options'), options].filter(Boolean).join(' '));
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`;
  return written(address, (word) => ofLibpq.has(word) || ofDriver.has(word));
}
