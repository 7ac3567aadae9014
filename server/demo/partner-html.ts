/** HTML templates: every inserted value is escaped, unless it is HTML that was made here itself. */
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
const special: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ownEntry(special, character) ?? '');

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = Html | string | number | false | undefined | readonly Piece[];

function written(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (piece === undefined || piece === false) return '';
  return typeof piece === 'object' ? piece.map(written).join('') : escaped(String(piece));
}

export const html = (literals: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(String.raw({ raw: literals }, ...pieces.map(written)));
