/**
 * The programs that the tests need on this computer: missing ones are installed, or listed with the command that
 * installs them.
 */
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

/** The output of `program --version`, or undefined if it does not run: Ubuntu's chromium-browser may be a stub. */
const versionOf = async (program: string) => {
  if (!(await isProgram(program))) return undefined;
  return run(program, ['--version'], { timeout: 20_000 }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
};

export const isRoot = process.getuid?.() === 0;

const debianFolders = async () => {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  return versions.map((version) => join('/usr/lib/postgresql', version, 'bin'));
};

/** The folder with the newest `initdb` and `postgres`, version 15 or later. */
const findPostgres = async () => {
  let best: { folder: string; major: number } | undefined;
  for (const folder of [...searchPath(), ...(await debianFolders())]) {
    if (!(await isProgram(join(folder, 'initdb')))) continue;
    const major = Number(/\d+/.exec((await versionOf(join(folder, 'postgres'))) ?? '')?.[0] ?? 0);
    if (major >= 15 && major > (best?.major ?? 0)) best = { folder, major };
  }
  return best?.folder;
};

/** The first program of these names on the PATH that exists and runs. */
const onThePath = async (...names: string[]) => {
  for (const name of names)
    for (const folder of searchPath()) if (await isProgram(join(folder, name))) return join(folder, name);
  return undefined;
};

const macApplication = (name: string, program = name) =>
  `/Applications/${name}.app/Contents/MacOS/${program}`;
const macBrowsers = [macApplication('Chromium'), macApplication('Google Chrome')];

const findBrowser = async () => {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const onPath = names.flatMap((name) => searchPath().map((folder) => join(folder, name)));
  for (const program of [...onPath, ...macBrowsers]) {
    if (await versionOf(program)) return program;
  }
  return undefined;
};

const shell = 'chromium-headless-shell';

/** Chromium without a user interface, in Debian's package of the same name. */
export const findShell = () => onThePath(shell);

const findFirefox = async () => {
  const mac = macApplication('Firefox', 'firefox');
  return (await onThePath('firefox-esr', 'firefox')) ?? ((await isProgram(mac)) ? mac : undefined);
};

/** WebKitGTK's own small browser, in a folder that is named by machine and version. */
const findWebKitBrowser = async () => {
  const libraries = '/usr/lib';
  for (const machine of await readdir(libraries).catch(() => []))
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0']) {
      const program = join(libraries, machine, version, 'MiniBrowser');
      if (await isProgram(program)) return program;
    }
  return undefined;
};

/** Debian installs some servers in a folder that only root's PATH has. */
const findServer = async (name: string) => {
  const found = await onThePath(name);
  if (found) return found;
  return (await isProgram(`/usr/sbin/${name}`)) ? `/usr/sbin/${name}` : undefined;
};

/** A package of R, where Debian puts it. */
const findRPackage = async (name: string) => {
  const folder = `/usr/lib/R/site-library/${name}`;
  return (await isProgram(folder)) ? folder : undefined;
};

/** A package of the system's Python, where Debian puts it. */
const findPythonPackage = async (name: string) => {
  const folder = `/usr/lib/python3/dist-packages/${name}`;
  return (await isProgram(folder)) ? folder : undefined;
};

/** EasyList and EasyPrivacy, in Debian's package of uBlock Origin. */
export const blockerLists = '/usr/share/chromium/extensions/ublock-origin/assets/thirdparties/easylist';

const found = async (path: string) =>
  access(path).then(
    () => path,
    () => undefined,
  );

const findMysqli = () =>
  run('php', ['-r', 'exit(class_exists("mysqli") ? 0 : 1);']).then(
    () => 'mysqli',
    () => undefined,
  );

/** `brew`: the name in Homebrew. `linuxOnly`: the tests that are left out elsewhere. */
type Need = {
  name: string;
  /** The path of the program or of its folder; undefined if it is not installed. */
  find: () => Promise<string | undefined>;
  debian: string;
} & ({ brew: string } | { linuxOnly: string });

const webKit = 'the journeys in WebKit';
const wordPress = 'WordPress';
const authlibProgram = 'the program with Authlib in /docs/gold';
const examplesInR = 'the examples in R';

export const needs = {
  /** A folder with `initdb` and `postgres`. */
  postgres: { name: 'PostgreSQL 15 or later', find: findPostgres, debian: 'postgresql', brew: 'postgresql' },
  chromium: { name: 'Chromium or Chrome', find: findBrowser, debian: 'chromium', brew: '--cask chromium' },
  firefox: { name: 'Firefox', find: findFirefox, debian: 'firefox-esr', brew: '--cask firefox' },
  nginx: { name: 'nginx', find: () => findServer('nginx'), debian: 'nginx-light', brew: 'nginx' },
  pgBouncer: {
    name: 'PgBouncer',
    find: () => findServer('pgbouncer'),
    debian: 'pgbouncer',
    brew: 'pgbouncer',
  },
  caddy: { name: 'Caddy', find: () => onThePath('caddy'), debian: 'caddy', brew: 'caddy' },
  curl: { name: 'curl', find: () => onThePath('curl'), debian: 'curl', brew: 'curl' },
  /** For the examples of the documentation. */
  php: { name: 'PHP', find: () => onThePath('php'), debian: 'php-cli', brew: 'php' },
  authlib: {
    name: 'Authlib for Python',
    find: () => findPythonPackage('authlib'),
    debian: 'python3-authlib',
    linuxOnly: authlibProgram,
  },
  requests: {
    name: 'Requests for Python',
    find: () => findPythonPackage('requests'),
    debian: 'python3-requests',
    linuxOnly: authlibProgram,
  },
  httr2: {
    name: 'httr2 for R',
    find: () => findRPackage('httr2'),
    debian: 'r-cran-httr2',
    linuxOnly: examplesInR,
  },
  jsonlite: {
    name: 'jsonlite for R',
    find: () => findRPackage('jsonlite'),
    debian: 'r-cran-jsonlite',
    linuxOnly: examplesInR,
  },
  webKitDriver: {
    name: "WebKitGTK's driver",
    find: () => onThePath('WebKitWebDriver'),
    debian: 'webkit2gtk-driver',
    linuxOnly: webKit,
  },
  webKitBrowser: {
    name: "WebKitGTK's MiniBrowser",
    find: findWebKitBrowser,
    debian: 'webkit2gtk-driver',
    linuxOnly: webKit,
  },
  /** An X server without a screen. */
  display: { name: 'Xvfb', find: () => onThePath('Xvfb'), debian: 'xvfb', linuxOnly: webKit },
  /** Without it, no window under X has the focus, and our pages check for it. */
  windowManager: {
    name: 'Openbox',
    find: () => onThePath('openbox'),
    debian: 'openbox',
    linuxOnly: webKit,
  },
  /** It reads the unit; nothing of it needs to run. */
  systemd: {
    name: 'systemd',
    find: () => onThePath('systemd-analyze'),
    debian: 'systemd',
    linuxOnly: 'the unit of systemd',
  },
  wordPress: {
    name: 'WordPress',
    find: () => found('/usr/share/wordpress/wp-load.php'),
    debian: 'wordpress',
    linuxOnly: wordPress,
  },
  /** For WordPress. */
  mariaDb: {
    name: 'MariaDB',
    find: () => found('/usr/sbin/mariadbd'),
    debian: 'mariadb-server-core',
    linuxOnly: wordPress,
  },
  mariaDbClient: {
    name: "MariaDB's client",
    find: () => found('/usr/bin/mariadb'),
    debian: 'mariadb-client-core',
    linuxOnly: wordPress,
  },
  mysqli: { name: 'mysqli for PHP', find: findMysqli, debian: 'php-mysql', linuxOnly: wordPress },
  /** Brings the rules of ad blockers. */
  blocker: {
    name: 'uBlock Origin',
    find: () => found(blockerLists),
    debian: 'webext-ublock-origin-chromium',
    linuxOnly: 'the rules of ad blockers',
  },
} satisfies Record<string, Need>;

/** WebKitGTK exists on Linux only; the others are looked for where Debian puts them. */
export const isLinux = process.platform === 'linux';
export const linuxOnly = isLinux
  ? []
  : [
      'test/engines/webkit.test.ts',
      'test/sites/{wordpress,blockers}.test.ts',
      'test/integrations/*.test.ts',
      'test/systemd.test.ts',
    ];

const all: Need[] = Object.values(needs);
const needed = isLinux ? all : all.filter((need) => 'brew' in need);

/** The line that names what is not tested on this platform; empty on Linux. */
export function leftOutOn(platform: NodeJS.Platform): string {
  if (platform === 'win32')
    throw new Error('The tests run on Linux and macOS. On Windows, run them in WSL: wsl --install -d Debian');
  if (platform === 'linux') return '';
  const leftOut = all.flatMap((need) => ('linuxOnly' in need ? [need.linuxOnly] : []));
  return `NOT TESTED HERE, because it is there on Linux only: ${[...new Set(leftOut)].join(', ')}.\n`;
}

/** Runs before all tests: installs every missing program, or prints the one command that does. */
export async function preflight(): Promise<void> {
  process.stderr.write(leftOutOn(process.platform));
  const missing: Need[] = [];
  for (const need of needed) if (!(await need.find())) missing.push(need);
  if (missing.length > 0) await installAll(missing);
  if (!(await findShell()) && (await mayInstall()))
    await aptInstall([shell]).catch(() =>
      process.stderr.write(`Without ${shell} the tests in Chromium take two to three times as long.\n`),
    );
}

const mayInstall = async () => isRoot && (await isProgram('/usr/bin/apt-get'));

async function installAll(missing: Need[]): Promise<void> {
  if (!(await mayInstall())) throw new Error(missingMessage(missing, process.platform));
  const names = namesOf(missing);
  process.stderr.write(`Installing for the tests: ${names} …\n`);
  await aptInstall(packagesOf(missing)).catch((cause: unknown) => {
    const command = commandFor(missing, process.platform);
    throw new Error(`The tests need ${names}, and installing failed. Try: ${command}`, { cause });
  });
}

/** Names all missing programs, and the one command that installs them. */
export const missingMessage = (missing: Need[], platform: NodeJS.Platform): string =>
  `The tests need what is not here: ${namesOf(missing)}. This installs it:\n\n  ${commandFor(missing, platform)}\n`;

const namesOf = (missing: Need[]) => missing.map(({ name }) => name).join(', ');

const packagesOf = (missing: Need[]) => [...new Set(missing.map(({ debian }) => debian))];

/** On Debian a new machine has no list of packages before `update`. */
const commandFor = (missing: Need[], platform: NodeJS.Platform) =>
  platform === 'darwin'
    ? missing.flatMap((need) => ('brew' in need ? [`brew install ${need.brew}`] : [])).join(' && ')
    : `sudo apt-get update && sudo apt-get install --no-install-recommends ${packagesOf(missing).join(' ')}`;

/** Throws with the output of apt; waits for another apt that is running, which it only does when it installs. */
async function aptInstall(packages: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    run('flock', [join(tmpdir(), 'manyhands-apt'), 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env,
      maxBuffer: 2 ** 26,
    });
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', ...packages);
}

/** The path of a program, which `preflight` has found. */
export async function pathOf(program: keyof typeof needs): Promise<string> {
  const { find, name } = needs[program];
  const found = await find();
  if (found === undefined) throw new Error(`${name} is not on this machine.`);
  return found;
}
