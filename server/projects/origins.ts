/** The origin that a project's address registers by itself. */
import sharedHosts from '../../src/catalogue/shared-hosts.json' with { type: 'json' };
import { isOfTheWeb, webUrl } from '../../src/contract/fields/web-url.ts';

const shared = new Set(sharedHosts);

/**
 * The origin of an http or https address, if it belongs to one owner alone. Undefined if many tenants share an origin
 * by path: all of them could read a grant for it. There, an editor decides.
 */
export function ownOrigin(address: string): string | undefined {
  const url = webUrl(address);
  if (!url || !isOfTheWeb(url) || url.hostname === '' || url.origin === 'null') return undefined;
  return isShared(url.hostname.replace(/\.$/, '')) ? undefined : url.origin;
}

/** Whether a host is in the list, or below one that is: `www.facebook.com`, `storymaps.arcgis.com`. */
function isShared(host: string): boolean {
  const parts = host.split('.');
  return parts.some((_, from) => shared.has(parts.slice(from).join('.')));
}
