/** deploy/manyhands.service, as systemd reads it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { pathOf } from '../set-up/programs/installed.ts';
import { watchOver } from '../set-up/watch-over.ts';

const run = promisify(execFile);
const unit = readFileSync(join(root, 'deploy/manyhands.service'), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'manyhands-unit-'));
watchOver(folder);

/** The faults that systemd finds in a unit. */
async function complaints(text: string): Promise<string> {
  const file = join(folder, 'manyhands.service');
  writeFileSync(file, text);
  const args = ['verify', '--recursive-errors=no', file];
  const { stdout, stderr } = await run(await pathOf('systemd'), args).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return stdout + stderr;
}

test('systemd finds nothing wrong with the unit', async () => {
  expect(await complaints(unit)).toBe('');
  expect(await complaints(unit.replace('ProtectHome=', 'ProtectHomes='))).toContain('ProtectHomes');
  expect(await complaints(unit.replace('UMask=0077', 'UMask=private'))).toContain('Failed to parse mode');
});

test('the unit exposes little: at most 2 of 10 by systemd’s own measure', async () => {
  const file = join(folder, 'manyhands.service');
  writeFileSync(file, unit);
  const program = await pathOf('systemd');
  // In tenths; it ends with an error above.
  const measure = (max: number) =>
    run(program, ['security', '--offline=true', `--threshold=${max}`, '--no-pager', file]);
  await measure(20);
  await expect(measure(1)).rejects.toThrow();
});
