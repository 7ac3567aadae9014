/** French punctuation that must not stand alone on a line follows or precedes a no-break space, in every text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);

test.each(['src/messages/fr.json', 'src/ui/words/fr.json'])('%s', (file) => {
  const texts = textsOf(JSON.parse(readFileSync(join(root, file), 'utf8')));
  expect(texts.length).toBeGreaterThan(200);
  // A colon in an address, a time or an attribute has no space before it in any language.
  expect(texts.filter((text) => / [;:?!»]|« |[^\u00a0\u202f.…"(][;?!»]|«[^\u00a0]/.test(text))).toEqual([]);
});
