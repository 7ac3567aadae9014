/** Compares the table of error codes with the code that throws them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { refusals } from '../../src/contract/refusals.ts';

const sources = readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
const thrown = new Set(
  sources.flatMap((source) => [...source.matchAll(/new Refusal\(\s*'(\w+)'/g)].map(([, code]) => code)),
);

test('every code of the table is thrown somewhere, and no other code is', () => {
  expect([...thrown].sort()).toEqual(Object.keys(refusals).sort());
});

test.each(Object.entries(refusals))(
  '%s says what it means and what to do',
  (code, { status, means, todo }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    for (const sentence of [means, todo]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  },
);
