/**
 * Decodes text, and refuses bytes that are not valid in their charset. A decoder that replaces them by U+FFFD would
 * make one address of many (`JÖRG@`, `JÄRG@` and `JÜRG@`, in Latin-1 as old clients send them).
 */
import { isUtf8 } from 'node:buffer';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { Refusal } from '../refusal.ts';

/** The charsets that a body may have: UTF-8, or Windows-1252, which Latin-1 means in the WHATWG Encoding Standard. */
export type Charset = 'utf-8' | 'windows-1252';

const windows1252 = new TextDecoder('windows-1252', { ignoreBOM: true });

/** Returns the charset for a label (WHATWG Encoding, 4.2), or undefined if none is declared. */
export function charsetOf(label: string | undefined): Charset | undefined {
  const name = label
    ?.trim()
    .toLowerCase()
    .replace(/^latin-1$/, 'latin1');
  if (!name) return undefined;
  // The standard reads ASCII as Windows-1252; a client that declares ASCII and sends more sends UTF-8.
  if (/^(us-?)?ascii$/.test(name)) return 'utf-8';
  try {
    const { encoding } = new TextDecoder(name);
    if (encoding === 'utf-8' || encoding === 'windows-1252') return encoding;
  } catch {
    // The label is not known.
  }
  throw new Refusal(
    'unknown_body',
    'The body declares a charset that is not read; send UTF-8, or declare ISO-8859-1 or Windows-1252.',
  );
}

/** The charset that a content type declares. */
export function declaredIn(contentType: string): Charset | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType) ?? [];
  return charsetOf(quoted ?? plain);
}

const notUtf8 = {
  address: 'The address is not UTF-8; percent-encode the UTF-8 bytes of each value, such as %C3%B6 for ö.',
  body: 'The body is not UTF-8; send UTF-8, or name the charset in Content-Type: ISO-8859-1 or Windows-1252.',
};
type RequestPart = keyof typeof notUtf8;

/** The refusal of bytes that are not UTF-8. */
export const notText = (place: RequestPart) => new Refusal('unreadable', notUtf8[place]);

/** Decodes bytes as text. */
export function decodeText(bytes: Uint8Array, charset: Charset, place: RequestPart): string {
  if (charset === 'windows-1252') return windows1252.decode(bytes);
  if (!isUtf8(bytes)) throw notText(place);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** Pairs; none of our forms has as many fields. */
export const maxPairs = 200;

/** Bytes beyond ASCII, percent-encoded or not. */
const hasMoreThanAscii = /[\u0080-\u00ff]|%[89a-f]/i;
const isAscii = /^[^\u0080-\u00ff]*$/;

const [plus, space] = [0x2b, 0x20];

/** Writes plus signs as the spaces that they mean: node:querystring joins texts at each, which a long body makes slow. */
function withSpaces(binary: string): string {
  if (!binary.includes('+')) return binary;
  const bytes = Buffer.from(binary, 'latin1');
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === plus) bytes[at] = space;
  return bytes.toString('latin1');
}

/**
 * Parses a query string or urlencoded form, given as a string with one byte per character. Bytes may be percent-encoded
 * or not; a percent sign that encodes nothing is kept as it is.
 */
export function decodePairs(text: string, charset: Charset, place: RequestPart): ParsedUrlQuery {
  const binary = withSpaces(text);
  if (!hasMoreThanAscii.test(binary)) return parse(binary, '&', '=', { maxKeys: maxPairs });
  let isBad = false;
  const decode = (value: string): string => {
    const isPlain = isAscii.test(value);
    if (isPlain && !value.includes('%')) return value;
    if (isPlain && charset === 'utf-8')
      try {
        return decodeURIComponent(value);
      } catch {
        // Either it is not UTF-8, or a percent sign encodes nothing.
      }
    const bytes = percentDecoded(value);
    isBad ||= charset === 'utf-8' && !isUtf8(bytes);
    return isBad ? '' : decodeText(bytes, charset, place);
  };
  // node:querystring catches errors of its decoder and then decodes with U+FFFD, so the refusal is thrown afterwards.
  const pairs = parse(binary, '&', '=', { maxKeys: maxPairs, decodeURIComponent: decode });
  if (isBad) throw notText(place);
  return pairs;
}

function percentDecoded(value: string): Uint8Array {
  const bytes = Buffer.from(value, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const [high, low] = [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])];
    const isEncoded = bytes[at] === 0x25 && high >= 0 && low >= 0;
    bytes[length++] = isEncoded ? high * 16 + low : (bytes[at] as number);
    if (isEncoded) at += 2;
  }
  return bytes.subarray(0, length);
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}
