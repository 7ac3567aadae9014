/**
 * How languages write: French punctuation that must not stand alone on a line, Arabic numbers, Portuguese of Brazil
 * only, the degrees of a place.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { pageLanguage } from '../../src/ui/words/all.ts';

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);

test.each(['src/messages/fr.json', 'src/ui/words/fr.json'])('%s', (file) => {
  const texts = textsOf(JSON.parse(readFileSync(join(root, file), 'utf8')));
  expect(texts.length).toBeGreaterThan(200);
  // A colon in an address, a time or an attribute has no space before it in any language.
  expect(texts.filter((text) => / [;:?!»]|« |[^\u00a0\u202f.…"(][;?!»]|«[^\u00a0]/.test(text))).toEqual([]);
});

/** The texts of a file with their names, without the forms of a count. */
const sentences = (value: object, at = ''): [name: string, text: string][] =>
  Object.entries(value).flatMap(([key, text]: [string, unknown]) => {
    if (typeof text === 'string') return [[`${at}${key}`, text] as [string, string]];
    return at === 'counts.' ? [] : sentences(text as object, `${at}${key}.`);
  });

test.each(['src/messages/ar.json', 'src/ui/words/ar.json'])('no noun after a number in %s', (file) => {
  const texts = sentences(JSON.parse(readFileSync(join(root, file), 'utf8')) as object);
  // A noun changes with its number, which a sentence does not know: "of the letters", or the number after a colon.
  const noun = /\{(?:n|max|longest)\} (?!من |أو |في |أخرى|متأخرة|موجودة|[سد]$)[\u0600-\u06ff]/;
  expect(texts.filter(([, text]) => noun.test(text))).toEqual([]);
});

/** Forms that only Portugal writes; the texts are Brazilian. */
const european: Record<string, RegExp> = {
  words:
    /(?<![\p{L}{])(?:regist(?!r)|partilh|ficheiro|ecrã|utilizador|descarreg|logótipo|separador|palavra-passe|contacto|demasiad|telemóve|vosso|vossa)/iu,
  'whole words':
    /(?<!\p{L})(?:equipa|gerir|gere|introduza|consigo|connosco|para si|a si|até ao|tudo o resto)(?!\p{L})/iu,
  'to save, to sign in': /^Guarda(?:r|do)\.?$|foi guardado:|inici(?:e|ar) sessão/u,
  'a + infinitive': /(?:continu\p{L}+|est(?:á|ão)|fica) a \p{L}+r(?!\p{L})/iu,
  'pronoun after its verb': /(?:vê|veem|convida|retém|\p{L}(?:ou|eu))-n?[oa]s?(?!\p{L})/u,
  'article before a possessive': /(?<!\p{L})[AO]s? (?:seu|sua)s? /u,
};

test.each(['src/messages/pt.json', 'src/ui/words/pt.json'])('%s is Brazilian', (file) => {
  const texts = textsOf(JSON.parse(readFileSync(join(root, file), 'utf8')));
  const isEuropean = (text: string) => Object.values(european).some((form) => form.test(text));
  expect(texts.filter(isEuropean)).toEqual([]);
});

test.each([
  ['en', '1 Dec 2026'],
  ['fr', '1er déc. 2026'],
  ['ar', '1 ديسمبر 2026'],
])('the first day of a month in %s', (tag, written) => {
  expect(pageLanguage(tag).date('2026-12-01')).toBe(written);
});

test.each([
  ['en', '51.507° N, 0.128° W'],
  ['de', '51,507° N, 0,128° W'],
  ['fr', '51,507° N, 0,128° O'],
  ['es', '51,507° N, 0,128° O'],
  ['pt', '51,507° N, 0,128° O'],
  // Each part is isolated: without it the two would change places.
  ['ar', '\u206851.507° ش\u2069، \u20680.128° غ\u2069'],
])('a place in %s', (tag, written) => {
  expect(pageLanguage(tag).position({ lat: 51.507_2, lng: -0.127_6 })).toBe(written);
});
