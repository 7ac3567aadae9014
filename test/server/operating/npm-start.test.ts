/** The process of `npm start`: a signal to npm ends the service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { freePort, isFree } from '../../set-up/service/free-port.ts';
import { watchOver } from '../../set-up/watch-over.ts';

test('SIGTERM to npm ends the service, and its port is free', async () => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'npm-start-'));
  watchOver(folder);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'test', PORT: String(port), DATA_DIR: folder };
  // A group of its own, so that a service that stays can be ended here.
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
  const ended = once(npm, 'exit');
  try {
    const status = async () => (await fetch(`http://127.0.0.1:${port}/live`).catch(() => undefined))?.status;
    await expect.poll(status, { timeout: 100_000 }).toBe(200);
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(() => isFree(port)).toBe(true);
  } finally {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // The group has ended.
    }
  }
});
