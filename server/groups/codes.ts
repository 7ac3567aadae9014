/** The codes of groups: eight letters that cannot be misread for others, and form no words. */
import { randomInt } from 'node:crypto';

const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;

export const newCode = (): string =>
  Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('');

/** A typed code in its one form; undefined for what is none. */
export function codeIn(typed: string | undefined): string | undefined {
  const code = (typed ?? '').slice(0, 40).replace(/[\s-]/g, '').toUpperCase();
  return code.length === codeLength && [...code].every((letter) => letters.includes(letter))
    ? code
    : undefined;
}

/** As it is printed. */
export const printedCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;
