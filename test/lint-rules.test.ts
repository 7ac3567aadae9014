/** The lint rules of the house: each finds what it is for, in a file as it might be written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import { root } from '../scripts/built.ts';

const file = join(root, 'server/webhooks/pages.ts');
const safe = "ownEntry(acts, visit.fields['act'])";

const found = async (code: string) => {
  const [result] = await new ESLint({ cwd: root, ruleFilter: ({ ruleId }) => ruleId === rule }).lintText(
    code,
    {
      filePath: file,
    },
  );
  return result?.messages.map(({ ruleId }) => ruleId);
};
const rule = 'house/foreign-names';

test.each([
  ['ownEntry', safe, []],
  ['a key of any text', "acts[String(visit.fields['act'])]", [rule]],
  ['a key that may be missing', "acts[visit.fields['act'] ?? '']", [rule]],
  ['in', "(visit.fields['act'] ?? '') in acts ? acts['set'] : undefined", [rule]],
  ['a known key', "acts['set']", []],
])(
  'a table is read by %s',
  async (_name, way, wanted) => {
    const code = readFileSync(file, 'utf8');
    expect(code).toContain(safe);
    expect(await found(code.replace(safe, way))).toEqual(wanted);
  },
  240_000,
);
