/**
 * Links in mailings lead to the project's own addresses only, and names hold none: people trust a mail that the service
 * sends, so it would be a good place for phishing. Everything that some mail program makes a link of counts.
 */
import { normalForm } from './normal-form.ts';

/** Browsers read three more characters as the dot of an address (UTS 46). */
const dots = /[\u3002\uff0e\uff61]/g;

/** Schemes that do something without slashes. */
const bareSchemes = ['mailto', 'tel', 'sms', 'callto', 'javascript', 'data', 'file', 'intent'];

/**
 * Returns the first link of a text that leads elsewhere. `sites`: origins, or addresses whose path all links must begin
 * with, on hosts that many projects share.
 */
export function foreignLink(text: string, sites: readonly string[]): string | undefined {
  const words = normalForm(text.replace(dots, '.'), 'NFKC').split(/[\s<>"']/);
  const own = sites.map((site) => new URL(site));
  return words
    .map(withoutPunctuation)
    .filter(isLinkLike)
    .find((link) => !leadsTo(link, own));
}

/** Names of sites are names, too: `citsci.org`. */
const siteName = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+){1,3}$/u;

/** Whether a name holds a link. A name that is no more than that of a site says nothing next to it. */
export const holdsLink = (name: string): boolean =>
  !siteName.test(name.trim()) && foreignLink(name, []) !== undefined;

const letter = /[\p{L}\p{N}]/u;

/** Brackets and quotation marks around an address, and the end of the sentence, do not belong to it. */
function withoutPunctuation(word: string): string {
  const characters = [...word];
  const isInside = (character: string) => letter.test(character) || '/\\]'.includes(character);
  const from = characters.findIndex((character) => letter.test(character));
  const to = characters.length - 1 - [...characters].reverse().findIndex(isInside);
  return from < 0 ? '' : characters.slice(from, to + 1).join('');
}

/** A scheme, or a dot before at least two letters, as in `example.org/page` and `name@example.org`. */
const isLinkLike = (word: string): boolean =>
  /:[/\\]/.test(word) ||
  /[\p{L}\p{N}-]\.(?:\p{L}{2}|xn--)/iu.test(word) ||
  bareSchemes.some((scheme) => word.toLowerCase().includes(`${scheme}:`));

function leadsTo(link: string, sites: readonly URL[]): boolean {
  const hasScheme = /^https?:\/\/(?![/\\])/i.test(link);
  // The second of two addresses in a row would be a link of its own.
  const isOne = link.split(/:[/\\]/).length <= (hasScheme ? 2 : 1);
  if (!isOne || /[\\@]/.test(link)) return false;
  let url: URL;
  try {
    url = new URL(hasScheme ? link : `https://${link}`);
  } catch {
    return false;
  }
  return sites.some((own) => {
    // Without a scheme, the mail program chooses one.
    const isHost = hasScheme ? own.host === url.host : own.hostname === url.hostname && url.port === '';
    const folder = own.pathname.replace(/\/$/, '');
    return isHost && (folder === '' || url.pathname === folder || url.pathname.startsWith(`${folder}/`));
  });
}
