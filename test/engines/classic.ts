/** WebKitGTK by WebDriver over HTTP, https://www.w3.org/TR/webdriver2/, on a virtual display. */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../set-up/service/free-port.ts';
import { forget, watchOver } from '../set-up/watch-over.ts';
import { keyActions, pressActions } from './actions.ts';
import type { Browser, Engine, Tab } from './tab.ts';

const started = (program: string, args: string[], options: object) => {
  const child = spawn(program, args, options);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started.`);
  watchOver(pid);
  child.once('exit', () => forget(pid));
  return child;
};

/** GTK needs an X server. Xvfb takes the first free display and writes its number to its third descriptor. */
async function startDisplay(program: string) {
  const server = started(program, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
    server.stdio[3]?.once('data', (part: Buffer) => resolve(`:${part.toString().trim()}`));
  });
  return { server, display };
}

/** Gives each new window the focus, as on any desktop. */
const startWindowManager = (program: string, display: string) =>
  started(program, ['--sm-disable'], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
};

/** The driver's own browser is named, because the proxy is set when it starts. */
export type Programs = { driver: string; browser: string; display: string; windows: string };

/** Milliseconds in which the driver must answer a command. */
const patience = 90_000;

/** Each browser has its own driver, storage and cookies, and they end together. */
export async function startWebKit(programs: Programs, proxy: number): Promise<Engine> {
  const { server, display } = await startDisplay(programs.display);
  const windows = startWindowManager(programs.windows, display);
  const drivers = new Set<ChildProcess>();

  async function startDriver() {
    const port = await freePort();
    const driver = started(programs.driver, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
      stdio: 'ignore',
    });
    drivers.add(driver);
    const call = async <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        signal: AbortSignal.timeout(patience),
      });
      const { value } = (await reply.json()) as { value: Value & { error?: string; message?: string } };
      if (!reply.ok) throw new Error(`${method} ${path}: ${value.error ?? ''}: ${value.message ?? ''}`);
      return value as Value;
    };
    const isReady = () =>
      call('GET', '/status').then(
        () => true,
        () => false,
      );
    for (let waits = 0; !(await isReady()); waits++) {
      if (waits > 200) throw new Error('The driver of WebKitGTK did not start.');
      await sleep(50);
    }
    return { driver, call };
  }

  async function newBrowser(): Promise<Browser> {
    const { driver, call } = await startDriver();
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          acceptInsecureCerts: true,
          timeouts: { script: patience },
          'webkitgtk:browserOptions': {
            binary: programs.browser,
            args: ['--automation', `--proxy=http://127.0.0.1:${proxy}`],
          },
        },
      },
    });
    const session = `/session/${sessionId}`;
    const handles = () => call<string[]>('GET', `${session}/window/handles`);
    const openers = new Map<string, string>();
    let current = '';
    /** Requests go to the window that was selected last. */
    const into = async (handle: string) => {
      if (current !== handle) await call('POST', `${session}/window`, { handle });
      current = handle;
    };

    const tabOf = (handle: string): Tab => {
      const act = async (actions: object[]) => {
        await into(handle);
        const before = await handles();
        await call('POST', `${session}/actions`, { actions }).catch(async (error: unknown) => {
          // A press that closes its own window may get no answer.
          if ((await handles()).includes(handle)) throw error;
        });
        for (const one of await handles()) if (!before.includes(one)) openers.set(one, handle);
      };
      return {
        async open(url) {
          await into(handle);
          await call('POST', `${session}/url`, { url });
        },
        async reload() {
          await into(handle);
          await call('POST', `${session}/refresh`);
        },
        async evaluate(source) {
          await into(handle);
          return call<string>('POST', `${session}/execute/sync`, {
            script: `return (${source})()`,
            args: [],
          });
        },
        pressAt: (x, y) => act(pressActions(x, y)),
        keys: (text) => act(keyActions(text)),
        async opened() {
          const open = await handles();
          return open.filter((one) => openers.get(one) === handle).map(tabOf);
        },
      };
    };
    return {
      tab: tabOf(await call<string>('GET', `${session}/window`)),
      problems: [],
      async close() {
        await call('DELETE', session).catch(() => undefined);
        await end(driver);
        drivers.delete(driver);
      },
    };
  }

  return {
    newBrowser,
    async stop() {
      for (const driver of drivers) await end(driver);
      await end(windows);
      await end(server);
    },
  };
}
