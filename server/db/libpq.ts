/** DATABASE_URL as PostgreSQL's own programs read it (libpq), which differ from the driver `pg` in a few words. */

/** The settings that only `pg` knows; libpq refuses an address that has them. */
const ofTheDriverOnly = ['ssl', 'uselibpqcompat'];

/**
 * The address for `pg_dump` and `pg_restore`, with `database` in place of its own where that is given, and apart from
 * it the password: the list of processes shows the arguments of a program to every user.
 */
export function forLibpq(
  databaseUrl: string,
  database?: string,
): { address: string; password: string | undefined } {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  const password =
    searchParams.get('password') ?? (url.password === '' ? undefined : decodeURIComponent(url.password));
  for (const name of [...ofTheDriverOnly, 'password']) searchParams.delete(name);
  if (searchParams.get('sslmode') === 'no-verify') searchParams.set('sslmode', 'require');
  url.password = '';
  if (database !== undefined) {
    searchParams.delete('dbname');
    url.pathname = `/${encodeURIComponent(database)}`;
  }
  return { address: url.href, password };
}

/** Has `pg` understand `sslmode` as PostgreSQL documents it: `require` encrypts, `verify-full` also verifies. */
export function forDriver(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  if (!searchParams.has('sslmode') || searchParams.get('sslmode') === 'no-verify') return databaseUrl;
  searchParams.set('uselibpqcompat', 'true');
  return url.href;
}
