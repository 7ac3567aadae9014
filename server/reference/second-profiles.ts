/**
 * Common mistakes of hashing an address, each with its digest of one example: an owner whose participants have two
 * profiles finds the mistake by comparing. No mistake can be recognised from a digest alone.
 */
import { createHash } from 'node:crypto';
import { normalForm } from '../../src/contract/fields/normal-form.ts';

export type SecondProfiles = {
  /** The address as somebody typed it. */
  typed: string;
  rows: { fault: string; hashed: string; digest: string }[];
};

const typed = ' J\u00d6RG@Example.org ';
const trimmed = typed.trim();
const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const plain = asciiLower(trimmed);
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Writes invisible characters as in program code. */
const shown = (text: string) =>
  JSON.stringify(text).replace(/\p{M}/gu, (mark) => `\\u0${mark.charCodeAt(0).toString(16)}`);

const faultOf = (fault: string, text: string) => ({ fault, hashed: shown(text), digest: sha256(text) });
const inBytes = (fault: string, bytes: Buffer, what: string) => ({
  fault,
  hashed: `${shown(plain)} in ${what}`,
  digest: sha256(bytes),
});

const utf16 = Buffer.from(plain, 'utf16le');

export const secondProfiles: SecondProfiles = {
  typed: shown(typed),
  rows: [
    faultOf('Nothing: this is right', plain),
    faultOf('Not trimmed', asciiLower(typed)),
    faultOf('Not lower-cased', trimmed),
    faultOf('Lower-cased beyond ASCII', trimmed.toLowerCase()),
    faultOf('With a line end, as `echo` writes it', `${plain}\n`),
    faultOf('With a line end of Windows', `${plain}\r\n`),
    faultOf('With quotes', `"${plain}"`),
    faultOf('URL-encoded', encodeURIComponent(plain)),
    faultOf('Letter and accent apart (Unicode NFD)', normalForm(plain, 'NFD')),
    inBytes('In UTF-16, as .NET and SQL Server hash it', utf16, 'UTF-16'),
    inBytes(
      'In UTF-16 with a byte order mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
      'UTF-16 with its mark',
    ),
    inBytes('In UTF-8 with a byte order mark', Buffer.from(`\ufeff${plain}`), 'UTF-8 with its mark'),
    inBytes('In Latin-1', Buffer.from(plain, 'latin1'), 'Latin-1'),
    { fault: 'Hashed twice', hashed: 'the digest of the first row', digest: sha256(sha256(plain)) },
  ],
};
