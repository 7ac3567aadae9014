/** Compares the table of error codes with the code that throws them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { refusals } from '../../../src/contract/api/refusals.ts';

const sources = readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
const thrown = new Set(
  sources.flatMap((source) => [...source.matchAll(/new Refusal\(\s*'(\w+)'/g)].map(([, code]) => code)),
);

/** The refusals of the proxies in front. */
const answered = ['nginx.conf', 'Caddyfile'].map((file) => {
  const codes = readFileSync(join(root, 'deploy', file), 'utf8').matchAll(/"code":"(\w+)"/g);
  return new Set([...codes].map(([, code]) => code));
});

test('every code of the table is thrown or answered somewhere, and no other code is', () => {
  expect([...new Set([...thrown, ...answered.flatMap((codes) => [...codes])])].sort()).toEqual(
    Object.keys(refusals).sort(),
  );
  const [nginx, caddy] = answered;
  // nginx also limits connections.
  expect([...(nginx ?? [])].filter((code) => code !== 'too_many').sort()).toEqual([...(caddy ?? [])].sort());
});

test.each(Object.entries(refusals))(
  '%s says what it means and what to do',
  (code, { status, means, todo }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    for (const sentence of [means, todo]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  },
);
