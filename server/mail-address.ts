/**
 * The canonical form of an address that we mail to. Limits, "never again", accounts, sign-in links and the SMTP
 * envelope all use it: otherwise each further spelling of an address would have limits of its own, and one inbox.
 */
import { domainToASCII, domainToUnicode } from 'node:url';
import { emailAddress } from '../src/contract/fields.ts';

declare const canonical: unique symbol;

/** Made by `mailAddress` alone, so that mailing, limiting or blocking an address as typed does not compile. */
export type MailAddress = string & { readonly [canonical]: true };

/** An address with the spelling that its person typed: project owners may have hashed that one. */
export type Recipient = { address: MailAddress; typed: string };

// Soft hyphens, zero-width characters, variation selectors, fillers: nobody sees them, so nobody means them.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

// Full-width and half-width forms, as keyboards for Chinese and Japanese produce them.
const otherWidth = /[\uff01-\uffef]/g;

// What RFC 5321 takes without quotes, and RFC 6531 adds; unassigned code points may normalize differently later.
const localPart = /^[^\s@<>()",;:\\[\]\p{C}\p{Z}]+$/u;

// `domainToASCII` parses hosts of URLs: it cuts at / ? #, decodes percent signs and drops tabs and line breaks.
const unsafeInHost = /[/\\?#%@:[\]<>^|`\s\p{Cc}]/u;

// RFC 5321: labels of letters, digits and hyphens; a last label of digits only would make it an IP address.
const hostName =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$|^localhost$/;

/** The domain in ASCII, mapped by UTS 46. */
function asciiDomain(domain: string): string | undefined {
  if (domain.length > 253 || unsafeInHost.test(domain.normalize('NFKC'))) return undefined;
  const ascii = domainToASCII(domain);
  return ascii.length <= 253 && hostName.test(ascii) ? ascii : undefined;
}

/**
 * The local part in one width (RFC 8265), without invisible characters, composed (NFC). Only ASCII letters lose their
 * case, as in the look-up's hash. Other compatibility characters, such as ligatures, are refused (RFC 8264): some
 * mail servers fold them and some do not, so they may or may not be another inbox.
 */
function canonicalLocalPart(given: string): string | undefined {
  const local = given
    .replace(otherWidth, (character) => character.normalize('NFKC'))
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const isGood = local.normalize('NFKC') === local && localPart.test(local);
  return isGood && Buffer.byteLength(local) <= 64 ? local : undefined;
}

/** Returns undefined for an address that has no canonical form: it is not certain whose inbox it is. */
export function mailAddress(typed: string): MailAddress | undefined {
  const [before = '', after = '', ...more] = typed.trim().split('@');
  const domain = asciiDomain(after);
  const local = before.length > 254 ? undefined : canonicalLocalPart(before);
  if (more.length > 0 || domain === undefined || local === undefined) return undefined;
  if (Buffer.byteLength(local) + 1 + domain.length > 254) return undefined;
  // In Unicode: people type their domain so, and project owners hash it so.
  return `${local}@${domainToUnicode(domain)}` as MailAddress;
}

/** What is wrong with an address that has no canonical form, for the person who typed it. */
export const notMailable =
  'cannot be mailed to: write it with plain characters, and a domain such as example.org';

/** What is wrong with the `address` of a request whose other fields are refused, so that all faults are named at once. */
export function addressFaults({ address }: Record<string, unknown>): { field: string; message: string }[] {
  const read = emailAddress('address').safeParse(address);
  return read.success && !mailAddress(read.data) ? [{ field: 'address', message: notMailable }] : [];
}

/** Like `mailAddress`, with the spelling kept. */
export function recipient(typed: string): Recipient | undefined {
  const address = mailAddress(typed);
  return address && { address, typed: typed.trim() };
}

/** For the envelope: the domain in ASCII. */
export function envelopeAddress(address: MailAddress): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** The name without its `+tag`; a name may begin with a plus sign. */
const beforePlus = (local: string): string => {
  const plus = local.indexOf('+', 1);
  return plus < 0 ? local : local.slice(0, plus);
};

// Gmail delivers to one inbox whatever dots a name has, under both domains.
const gmail = new Set(['gmail.com', 'googlemail.com']);

/**
 * The inbox that an address most likely leads to, for limits and blocks only, never for identity: mail servers ignore
 * case and what follows a plus sign.
 */
export function inboxOf(address: MailAddress): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // By way of upper case, since that also joins ß with ss and the two small sigmas.
  const local = beforePlus(address.slice(0, at));
  const folded = local.toUpperCase().toLowerCase().normalize('NFC');
  return gmail.has(domain) ? `${folded.replaceAll('.', '')}@gmail.com` : `${folded}@${domain}`;
}
