/** A program of the image that runs as a deployment starts it: as a user without rights, on a tree it cannot write. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { forget, watchOver } from '../watch-over.ts';
import { isRoot } from './installed.ts';

export type Environment = Record<string, string>;

/** The start of a program: what stands in an image, a unit or a container of a pod. */
export type Start = {
  command: string[];
  /** The folder that it starts in. */
  app: string;
  env: Environment;
  user: number;
  umask?: string;
};

/** The words that start a program as a user without rights, who can gain none. */
const withoutRights = ({ command, user, umask = '0022' }: Start): string[] => [
  ...['setpriv', '--no-new-privs', '--inh-caps=-all'],
  ...(isRoot ? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--bounding-set=-all'] : []),
  ...['sh', '-c', `umask ${umask} && exec "$@"`, 'sh'],
  ...command,
];

const spawned = (start: Start) => {
  const [program = '', ...args] = withoutRights(start);
  const child = spawn(program, args, { cwd: start.app, env: start.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (part: string) => (printed += part));
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  return { child, ended, printed: () => printed };
};

/** Runs a program to its end; throws with what it printed unless it ended well. */
export async function ranIn(start: Start): Promise<string> {
  const { ended, printed } = spawned(start);
  const code = await ended;
  if (code !== 0) throw new Error(`${start.command.join(' ')} ended with ${code}. It printed:\n${printed()}`);
  return printed();
}

export type Deployed = AsyncDisposable & {
  get: (path: string) => Promise<Response>;
  printed: () => string;
  /** How it ended after SIGTERM. */
  stop: () => Promise<number>;
};

/** Starts the service, and returns once `path` answers 200. */
export async function deployed(start: Start, path: string): Promise<Deployed> {
  const { child, ended, printed } = spawned(start);
  const { pid } = child;
  if (pid === undefined) throw new Error('setpriv could not be started.');
  watchOver(pid);
  const get = (to: string) => fetch(`http://127.0.0.1:${start.env['PORT']}${to}`, { redirect: 'manual' });
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    forget(pid);
    return code;
  };
  for (
    let waits = 0;
    !(await get(path).then(
      ({ status }) => status === 200,
      () => false,
    ));
    waits++
  ) {
    if (waits > 600 || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`The service does not answer ${path}. It printed:\n${printed()}`);
    }
    await sleep(50);
  }
  return { get, printed, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
