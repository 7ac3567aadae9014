/**
 * Firefox by WebDriver BiDi, which it supports natively: JSON over a WebSocket, https://w3c.github.io/webdriver-bidi/.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forget, watchOver } from '../set-up/watch-over.ts';
import { keyActions, pressActions } from './actions.ts';
import { until, type Engine, type Tab } from './tab.ts';

/** No network requests of its own, no dialogs, and not a process for every site. */
const preferencesWith = (proxy: number) => ({
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.active-protocols': 1,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'signon.rememberSignons': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'dom.ipc.processCount.webIsolated': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': proxy,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': proxy,
  'network.proxy.type': 1,
  'ui.prefersReducedMotion': 1,
});

/** Milliseconds in which Firefox must answer a command. */
const patience = 30_000;

type Reply = { id?: number; result?: Record<string, unknown>; error?: string; message?: string };
type Event = { method: string; params: { level?: string; text?: string } };
type Node = { context: string; originalOpener: string | null };

async function connect(address: string, hear: (event: Event) => void) {
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(String(data)) as Reply | Event;
    if ('method' in said) hear(said);
    else if (said.id !== undefined) waiting.get(said.id)?.(said);
  };
  let sent = 0;
  const call = async (method: string, params: object = {}) => {
    const id = ++sent;
    const reply = await new Promise<Reply>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${method} had no answer: ${JSON.stringify(params)}`)),
        patience,
      );
      waiting.set(id, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      socket.send(JSON.stringify({ id, method, params }));
    }).finally(() => waiting.delete(id));
    if (reply.error) throw new Error(`${method}: ${reply.error}: ${reply.message ?? ''}`);
    return reply.result ?? {};
  };
  return { call, close: () => socket.close() };
}

/** Starts Firefox; each browser is a user context of it, with its own storage and cookies. */
export async function startFirefox(program: string, proxy: number): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'manyhands-firefox-'));
  watchOver(profile);
  const lines = Object.entries(preferencesWith(proxy)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines);
  const firefox = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const { pid } = firefox;
  if (pid === undefined) throw new Error('Firefox could not be started.');
  watchOver(pid);
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    firefox.once('exit', () => reject(new Error(`Firefox ended. It printed:\n${said}`)));
    firefox.stderr.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  const problems: string[] = [];
  const { call, close } = await connect(address, ({ method, params }) => {
    if (method === 'log.entryAdded' && params.level === 'error') problems.push(params.text ?? '');
  });
  await call('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  await call('session.subscribe', { events: ['log.entryAdded'] });

  const tabOf = (context: string): Tab => {
    const act = (actions: object[]) => call('input.performActions', { context, actions });
    const evaluate = async (source: string) => {
      const { result, exceptionDetails } = (await call('script.callFunction', {
        functionDeclaration: source,
        awaitPromise: true,
        target: { context },
      })) as { result?: { value: string }; exceptionDetails?: { text: string } };
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value ?? '';
    };
    /** Firefox does not always report the end of a navigation soon after another, so the page is queried. */
    const arrive = async (method: string, url: string) => {
      await evaluate('() => { window.isLeft = true; return "" }');
      await call(method, { context, wait: 'none', ...(method.endsWith('navigate') && { url }) });
      const where = `() => (window.isLeft ? 'still ' : '') + document.readyState + ' ' + location.href`;
      await until(url, async () => (await evaluate(where)) === `complete ${url}`);
    };
    return {
      open: (address) => arrive('browsingContext.navigate', new URL(address).href),
      reload: async () => arrive('browsingContext.reload', await evaluate('() => location.href')),
      evaluate,
      pressAt: async (x, y) => void (await act(pressActions(x, y))),
      keys: async (text) => void (await act(keyActions(text))),
      async opened() {
        const { contexts } = (await call('browsingContext.getTree', { maxDepth: 0 })) as { contexts: Node[] };
        return contexts
          .filter(({ originalOpener }) => originalOpener === context)
          .map((one) => tabOf(one.context));
      },
    };
  };

  return {
    async newBrowser() {
      const { userContext } = await call('browser.createUserContext');
      // A window each: a background tab is hidden, and the message waits until it is visible.
      const { context } = await call('browsingContext.create', { type: 'window', userContext });
      problems.length = 0;
      return {
        tab: tabOf(context as string),
        problems,
        close: async () => void (await call('browser.removeUserContext', { userContext })),
      };
    },
    async stop() {
      const ended = new Promise((resolve) => firefox.once('exit', resolve));
      firefox.removeAllListeners('exit').once('exit', () => forget(pid));
      await call('browser.close').catch(() => firefox.kill('SIGKILL'));
      close();
      await Promise.race([ended, new Promise((resolve) => firefox.once('exit', resolve))]);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      forget(profile);
    },
  };
}
