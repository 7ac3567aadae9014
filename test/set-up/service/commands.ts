/**
 * Operator commands in a process that runs many of them: one for this worker, started when the first command is needed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Command, Outcome } from './commands-process.ts';
import { largeYoungGeneration } from './young-generation.ts';

/** Each command evaluates its code again, and no module is ever freed. */
const maxCommands = 200;

let running: { child: ChildProcess; left: number } | undefined;
let last: Promise<unknown> = Promise.resolve();

const start = () => {
  const child = fork(fileURLToPath(new URL('commands-process.ts', import.meta.url)), {
    // Not the repository, where somebody may have a `.env`.
    cwd: tmpdir(),
    execArgv: [largeYoungGeneration],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return { child, left: maxCommands };
};

const answer = async (command: Command): Promise<Outcome> => {
  if (!running || running.left === 0 || running.child.exitCode !== null || !running.child.connected) {
    running?.child.disconnect();
    running = start();
  }
  const { child } = running;
  running.left--;
  child.ref();
  child.channel?.ref();
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`The process of the commands ended: ${code}`));
      child.once('exit', ended);
      child.once('message', (outcome: Outcome) => {
        child.off('exit', ended);
        resolve(outcome);
      });
      child.send(command);
    });
  } finally {
    child.unref();
    child.channel?.unref();
  }
};

/** Runs a command after those before it. */
export const runCommand = (command: Command): Promise<Outcome> => {
  const outcome = last.then(() => answer(command));
  last = outcome.catch(() => undefined);
  return outcome;
};
