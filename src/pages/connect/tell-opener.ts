import type { PageData } from '../../contract/pages.ts';
import type { ConnectMessage } from '../../contract/site.ts';
import { webUrl } from '../../contract/fields/web-url.ts';

export type ConnectRequest = NonNullable<PageData['connect']['request']>;

/**
 * Posts a message to the page that opened this window, and to that origin exactly: if the page has moved on to
 * another origin meanwhile, the browser drops the message. `*` or a whole address is never a target.
 */
export function tellOpener(
  { origin, state }: ConnectRequest,
  reply: { type: 'manyhands:here' } | { type: 'manyhands:code'; code: string },
): boolean {
  const opener = window.opener as Window | null;
  if (!opener || opener.closed || webUrl(origin)?.origin !== origin) return false;
  const message: ConnectMessage = { ...reply, state };
  opener.postMessage(message, origin);
  return true;
}
