/**
 * The canonical form of an address that we mail to. Limits, "never again", accounts, sign-in links and the SMTP
 * envelope all use it: otherwise each spelling of an address would have limits of its own, although all lead to one
 * inbox.
 */
import { domainToASCII, domainToUnicode } from 'node:url';

declare const canonical: unique symbol;

/** Made by `mailAddress` only, so that mailing, limiting or blocking an address as typed does not compile. */
export type MailAddress = string & { readonly [canonical]: true };

/** An address with the spelling that the person typed: project owners may have hashed that one. */
export type Recipient = { address: MailAddress; typed: string };

// Soft hyphens, zero-width characters, variation selectors, fillers: invisible, so typed by mistake.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

// Full-width and half-width forms, as keyboards for Chinese and Japanese produce them.
const otherWidth = /[\uff01-\uffef]/g;

// Characters that RFC 5321 allows without quotes, and RFC 6531 adds; unassigned code points may normalize differently
// later.
const localPart = /^[^\s@<>()",;:\\[\]\p{C}\p{Z}]+$/u;

// `domainToASCII` parses hosts of URLs: it cuts at / ? #, decodes percent signs, and drops tabs and line breaks.
const unsafeInHost = /[/\\?#%@:[\]<>^|`\s\p{Cc}]/u;

// RFC 5321: labels of letters, digits and hyphens; if the last label had digits only, it would be an IP address.
const hostName =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$|^localhost$/;

/** The domain in ASCII, mapped by UTS 46. */
function asciiDomain(domain: string): string | undefined {
  if (domain.length > 253 || unsafeInHost.test(domain.normalize('NFKC'))) return undefined;
  const ascii = domainToASCII(domain);
  return ascii.length <= 253 && hostName.test(ascii) ? ascii : undefined;
}

/**
 * The local part in one width (RFC 8265), without invisible characters, composed (NFC). Only ASCII letters are
 * lower-cased, as in the look-up's hash. Other compatibility characters, such as ligatures, are refused (RFC 8264):
 * some mail servers fold them and some do not, so they may or may not be another inbox.
 */
function canonicalLocalPart(text: string): string | undefined {
  const local = text
    .replace(otherWidth, (character) => character.normalize('NFKC'))
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const isGood = local.normalize('NFKC') === local && localPart.test(local);
  return isGood && Buffer.byteLength(local) <= 64 ? local : undefined;
}

/** Returns undefined for an address without a canonical form, because it is not certain whose inbox it is. */
export function mailAddress(typed: string): MailAddress | undefined {
  const [before = '', after = '', ...more] = typed.trim().split('@');
  const domain = asciiDomain(after);
  const local = before.length > 254 ? undefined : canonicalLocalPart(before);
  if (more.length > 0 || domain === undefined || local === undefined) return undefined;
  if (Buffer.byteLength(local) + 1 + domain.length > 254) return undefined;
  // The domain is in Unicode, as people type it and project owners hash it.
  return `${local}@${domainToUnicode(domain)}` as MailAddress;
}

/** The fault of an address without a canonical form, for the person who typed it. */
export const notMailable =
  'cannot be mailed to: write it with plain characters, and a domain such as example.org';

export const addressFaults = ({ address }: { address?: string }): { field: string; message: string }[] =>
  address !== undefined && !mailAddress(address) ? [{ field: 'address', message: notMailable }] : [];

/** Like `mailAddress`, with the spelling kept. */
export function recipient(typed: string): Recipient | undefined {
  const address = mailAddress(typed);
  return address && { address, typed: typed.trim() };
}

/** The address for the SMTP envelope, with the domain in ASCII. */
export function envelopeAddress(address: MailAddress): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** The name without its `+tag`; a name may begin with a plus sign. */
const beforePlus = (local: string): string => {
  const plus = local.indexOf('+', 1);
  return plus < 0 ? local : local.slice(0, plus);
};

// Gmail ignores dots in a name, and has two domains for one inbox.
const gmail = new Set(['gmail.com', 'googlemail.com']);

/**
 * The inbox that an address most likely leads to: mail servers ignore case and anything after a plus sign. For limits
 * and blocks only, never for identity.
 */
export function inboxOf(address: MailAddress): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // Through upper case, because that also joins ß with ss and the two small sigmas.
  const local = beforePlus(address.slice(0, at));
  const folded = local.toUpperCase().toLowerCase().normalize('NFC');
  return gmail.has(domain) ? `${folded.replaceAll('.', '')}@gmail.com` : `${folded}@${domain}`;
}
