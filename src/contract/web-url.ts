/** The one way to parse an address that somebody gave us: in linear time, whatever it is. */

export const longestWebAddress = 2000;
/** DNS allows 253 characters, and white space or a user's name do not belong into a host. */
const longestHost = 300;
// A scheme with any number of slashes after it, or two slashes alone; the parser takes backslashes for slashes.
const hostOf = /^(?:[^:/\\?#]*:[/\\]*|[/\\]{2,})([^/\\?#]*)/;

/**
 * The address as a URL; undefined for what is none, or too long. The host has a limit of its own: to normalize a host
 * of many combining marks takes the URL parser quadratic time.
 */
export function webUrl(address: string, base?: URL): URL | undefined {
  if (address.length > longestWebAddress) return undefined;
  if ((hostOf.exec(address)?.[1] ?? '').length > longestHost) return undefined;
  return URL.parse(address, base) ?? undefined;
}

/** Whether a browser or a fetch may go there; `javascript:` and `data:` are ways to run script on our pages. */
export const isOfTheWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
