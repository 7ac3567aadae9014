/**
 * Decodes images in child processes, one process per image and one after another: a decoder that runs out of memory,
 * hangs or crashes affects nothing else. A thread would share the service's memory and could not be limited or stopped.
 */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { deadlineSeconds, maxCpuSeconds, maxMemoryMegabytes } from './decoder-limits.ts';
import type { PictureWhy } from './format.ts';
import type { Drawn } from './picture.ts';
import { maxMessageBytes, readDrawn } from './read-drawn.ts';

/** A picture, named by the digest of its content. */
export type Picture = Drawn & { name: string };

const program = fileURLToPath(new URL('./decoder.js', import.meta.url));

/**
 * Limits of the system, which the program cannot raise: writable memory (RLIMIT_DATA), processor time (RLIMIT_CPU), no
 * core dump. RLIMIT_AS would be too coarse: V8 reserves gigabytes of addresses that it never uses. If memory is still
 * short, the kernel kills this process first.
 */
const limiting = `echo 1000 > /proc/self/oom_score_adj 2>/dev/null
ulimit -c 0; ulimit -d ${maxMemoryMegabytes * 1024}; ulimit -t ${maxCpuSeconds}; exec "$@"`;

const shell = '/bin/sh';

/** Without its compiler, V8 asks for 50 MB of writable memory instead of 575, so that the limit is about the image. */
const args = ['--jitless', '--max-old-space-size=64', program];

/** An empty environment: no setting, and so no secret of the service. Node closes all files except the three pipes. */
const options: SpawnOptions = {
  env: { MALLOC_ARENA_MAX: '2' },
  stdio: ['pipe', 'pipe', 'ignore'],
  cwd: '/',
};

const start = () =>
  process.platform === 'linux' && existsSync(shell)
    ? spawn(shell, ['-c', limiting, 'decoder', process.execPath, ...args], options)
    : spawn(process.execPath, args, options);

export type Decoder = ReturnType<typeof imageDecoder>;

export function imageDecoder() {
  let current: ChildProcess | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const decode = async (bytes: Buffer): Promise<Picture | PictureWhy> => {
    if (isStopped) throw new Error('the service is ending');
    const child = (current = start());
    try {
      const drawn = await answerOf(child, bytes);
      if (typeof drawn === 'string') return drawn;
      const name = createHash('sha256').update(drawn.large).digest('hex').slice(0, 32);
      return { name, ...drawn };
    } finally {
      current = undefined;
    }
  };

  return {
    /** Waits until earlier images are decoded: only one image at a time needs memory. */
    decode: (bytes: Buffer): Promise<Picture | PictureWhy> => {
      const turn = tail.then(() => decode(bytes));
      tail = turn.catch(() => undefined);
      return turn;
    },
    stop(): void {
      isStopped = true;
      current?.kill('SIGKILL');
    },
  };
}

/** Throws if the process could not start its work; any other end is the image's fault. */
function answerOf(child: ChildProcess, bytes: Buffer): Promise<Drawn | PictureWhy> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const kill = () => child.kill('SIGKILL');
    const deadline = setTimeout(kill, deadlineSeconds * 1000);
    child.stdout?.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxMessageBytes) kill();
      else parts.push(part);
    });
    child.on('error', (error) => {
      clearTimeout(deadline);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(deadline);
      const drawn = readDrawn(Buffer.concat(parts));
      if (drawn !== 'unstarted') resolve(drawn);
      else reject(new Error(`the decoding process ended with ${signal ?? code} before it was ready`));
    });
    // The process may end before it has read everything.
    child.stdin?.on('error', () => undefined);
    if (child.pid !== undefined) lowerPriority(child.pid);
    child.stdin?.end(bytes);
  });
}

/** Gives requests priority over decoding. The process may have ended already. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    return;
  }
}
