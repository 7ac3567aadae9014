/** Finds the programs that tests need on this computer, and installs them where that is possible. */
import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const searchPath = () => (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');

/** What `program --version` prints, or undefined when it does not run: Ubuntu's chromium-browser may be a stub. */
const versionOf = async (program: string) => {
  if (!(await isProgram(program))) return undefined;
  return run(program, ['--version'], { timeout: 20_000 }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
};

export const isRoot = process.getuid?.() === 0;

/** Throws with apt's own words; waits for another apt that runs at the same time, which only its installing does. */
const aptInstall = async (name: string) => {
  process.stderr.write(`Installing ${name} for the tests …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    run('flock', [join(tmpdir(), 'manyhands-apt'), 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env,
      maxBuffer: 2 ** 26,
    });
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', name);
};

const foundOrInstalled = async <Found>(
  find: () => Promise<Found | undefined>,
  packageName: string,
  otherwise: string,
): Promise<Found> => {
  const found = await find();
  if (found) return found;
  const failure = new Error(otherwise);
  if (!isRoot || !(await isProgram('/usr/bin/apt-get'))) throw failure;
  await aptInstall(packageName).catch((cause: unknown) => {
    failure.cause = cause;
    throw failure;
  });
  const installed = await find();
  if (!installed) throw failure;
  return installed;
};

const debianFolders = async () => {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  return versions.map((version) => join('/usr/lib/postgresql', version, 'bin'));
};

/** The folder with the newest `initdb` and `postgres`, from version 15 on. */
const findPostgres = async () => {
  let best: { folder: string; major: number } | undefined;
  for (const folder of [...searchPath(), ...(await debianFolders())]) {
    if (!(await isProgram(join(folder, 'initdb')))) continue;
    const major = Number(/\d+/.exec((await versionOf(join(folder, 'postgres'))) ?? '')?.[0] ?? 0);
    if (major >= 15 && major > (best?.major ?? 0)) best = { folder, major };
  }
  return best?.folder;
};

/** The first program of these names on the PATH that is there and runs. */
const onThePath = async (...names: string[]) => {
  for (const name of names)
    for (const folder of searchPath()) if (await isProgram(join(folder, name))) return join(folder, name);
  return undefined;
};

const macBrowsers = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const findBrowser = async () => {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const onPath = names.flatMap((name) => searchPath().map((folder) => join(folder, name)));
  for (const program of [...onPath, ...macBrowsers]) {
    if (await versionOf(program)) return program;
  }
  return undefined;
};

/** The folder of PostgreSQL's programs; installs Debian's package when it may. */
export const postgresFolder = () =>
  foundOrInstalled(
    findPostgres,
    'postgresql',
    'The tests need PostgreSQL 15 or later: install it (Debian: apt-get install postgresql) or put its initdb and postgres on the PATH.',
  );

/** The path of Chromium or Chrome; installs Debian's package when it may. */
export const browserProgram = () =>
  foundOrInstalled(
    findBrowser,
    'chromium',
    'The tests need Chromium: install it (Debian: apt-get install chromium) or put chromium or google-chrome on the PATH.',
  );

/** The path of Firefox; installs Debian's package when it may. */
export const firefoxProgram = () =>
  foundOrInstalled(
    () => onThePath('firefox-esr', 'firefox'),
    'firefox-esr',
    'The journeys in Firefox need it: install it (Debian: apt-get install firefox-esr) or put firefox on the PATH.',
  );

/** The driver of WebKitGTK, which brings a small browser with it. */
export const webKitDriver = () =>
  foundOrInstalled(
    () => onThePath('WebKitWebDriver'),
    'webkit2gtk-driver',
    'The journeys in WebKit need the driver of WebKitGTK: install it (Debian: apt-get install webkit2gtk-driver).',
  );

const libraries = '/usr/lib';

/** The small browser of WebKitGTK's own, in a folder that is named by machine and version. */
export const webKitBrowser = async () => {
  for (const machine of await readdir(libraries).catch(() => []))
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0']) {
      const program = join(libraries, machine, version, 'MiniBrowser');
      if (await isProgram(program)) return program;
    }
  throw new Error('The journeys in WebKit need its MiniBrowser, which comes with the library of WebKitGTK.');
};

/** An X server without a screen. */
export const displayProgram = () =>
  foundOrInstalled(
    () => onThePath('Xvfb'),
    'xvfb',
    'The journeys in WebKit need Xvfb: install it (Debian: apt-get install xvfb).',
  );

/** Without a window manager no window under X ever has the focus, and our pages ask for it. */
export const windowManager = () =>
  foundOrInstalled(
    () => onThePath('openbox'),
    'openbox',
    'The journeys in WebKit need a window manager: install it (Debian: apt-get install openbox).',
  );

/** Debian has it where only root's PATH looks. */
const findNginx = async () => {
  const found = await onThePath('nginx');
  if (found) return found;
  return (await isProgram('/usr/sbin/nginx')) ? '/usr/sbin/nginx' : undefined;
};

export const nginxProgram = () =>
  foundOrInstalled(
    findNginx,
    'nginx-light',
    'The tests of the proxies need nginx: install it (Debian: apt-get install nginx-light) or put it on the PATH.',
  );

export const caddyProgram = () =>
  foundOrInstalled(
    () => onThePath('caddy'),
    'caddy',
    'The tests of the proxies need Caddy: install it (Debian: apt-get install caddy) or put it on the PATH.',
  );
