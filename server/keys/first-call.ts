/** A first request to try with a new key, which fits what the key may do. */

/** As a shell command, with the key in the header: addresses end up in logs. */
export function firstCall(key: string, scopes: string[], baseUrl: string): string {
  const may = (scope: string) => scopes.includes('all') || scopes.includes(scope);
  const header = `-H "Authorization: Bearer ${key}"`;
  if (may('record'))
    return `curl -G "${baseUrl}/api/profile/id" \\
  ${header} \\
  --data-urlencode "identifier=participant@example.org"`;
  if (may('finder')) return `curl "${baseUrl}/finder?format=json&q=water&limit=3" \\\n  ${header}`;
  // Refused: it names the fields of a project that are missing.
  return `curl -X POST "${baseUrl}/api/project/add" \\\n  ${header} \\\n  -d name="My first project"`;
}
