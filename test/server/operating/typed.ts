/** The operator's commands as a person types them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../scripts/built.ts';
import { runCommand } from '../../set-up/service/commands.ts';

const run = promisify(execFile);
const program = join(root, 'dist/server/operator.js');

/** As a person types it: without --json. */
export const typed = (settings: Record<string, string>, ...args: string[]) => {
  const { PATH = '', HOME = '' } = process.env;
  return runCommand({ program, args, env: { PATH, HOME, ...settings } });
};

/** The same in a process of its own, which may start at the same time as others. */
export const typedAlone = async (settings: Record<string, string>, ...args: string[]) => {
  const { PATH = '', HOME = '' } = process.env;
  const options = { cwd: root, env: { PATH, HOME, ...settings } };
  return run(process.execPath, [program, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
};
