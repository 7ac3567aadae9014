/** The only way to parse an address that somebody gave us: in linear time for any input. */

export const longestWebAddress = 2000;
/** Characters. DNS allows 253; white space and user names do not belong in a host. */
const longestHost = 300;
// A scheme with any number of slashes after it, or only two slashes; the parser treats backslashes as slashes.
const hostOf = /^(?:[^:/\\?#]*:[/\\]*|[/\\]{2,})([^/\\?#]*)/;

/**
 * Parses an address; returns undefined if it is not one, or too long. The host has a limit of its own, because the URL
 * parser takes quadratic time to normalize a host with many combining marks.
 */
export function webUrl(address: string, base?: URL): URL | undefined {
  if (address.length > longestWebAddress) return undefined;
  if ((hostOf.exec(address)?.[1] ?? '').length > longestHost) return undefined;
  return URL.parse(address, base) ?? undefined;
}

/** Whether a browser or a fetch may open it; `javascript:` and `data:` could run script on our pages. */
export const isOfTheWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
