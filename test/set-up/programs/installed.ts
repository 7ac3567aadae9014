/** The programs that the projects of the tests need, and the commands that install them. */
import { execFile } from 'node:child_process';
import { access, constants, readdir, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
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

const found = async (path: string) =>
  access(path).then(
    () => path,
    () => undefined,
  );

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

/** The library of Citus, for the PostgreSQL that the tests use. A `postgres` on the PATH may be a link to it. */
const findCitus = async () => {
  const programs = await findPostgres();
  if (programs === undefined) return undefined;
  return found(join(dirname(await realpath(join(programs, 'postgres'))), '../lib/citus.so'));
};

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

const findMysqli = () =>
  run('php', ['-r', 'exit(class_exists("mysqli") ? 0 : 1);']).then(
    () => 'mysqli',
    () => undefined,
  );

/** The projects of the tests that need more than Node.js. */
export type Project = 'postgres' | 'browsers' | 'programs' | 'scale';

/** `debian` and `brew`: the names of its package there. A program without either is installed by hand. */
type Need = {
  name: string;
  projects: readonly Project[];
  /** The path of the program or of its folder; undefined if it is not installed. */
  find: () => Promise<string | undefined>;
  debian?: string;
  brew?: string;
};

const all = {
  /** A folder with `initdb` and `postgres`. */
  postgres: {
    name: 'PostgreSQL 15 or later',
    projects: ['postgres', 'browsers', 'programs', 'scale'],
    find: findPostgres,
    debian: 'postgresql',
    brew: 'postgresql',
  },
  pgBouncer: {
    name: 'PgBouncer',
    projects: ['postgres', 'scale'],
    find: () => findServer('pgbouncer'),
    debian: 'pgbouncer',
    brew: 'pgbouncer',
  },
  citus: { name: 'Citus (docs/scale.md)', projects: ['scale'], find: findCitus },
  chromium: {
    name: 'Chromium or Chrome',
    projects: ['browsers', 'programs'],
    find: findBrowser,
    debian: 'chromium',
    brew: '--cask chromium',
  },
  firefox: {
    name: 'Firefox',
    projects: ['browsers'],
    find: findFirefox,
    debian: 'firefox-esr',
    brew: '--cask firefox',
  },
  webKitDriver: {
    name: "WebKitGTK's driver",
    projects: ['browsers'],
    find: () => onThePath('WebKitWebDriver'),
    debian: 'webkit2gtk-driver',
  },
  webKitBrowser: {
    name: "WebKitGTK's MiniBrowser",
    projects: ['browsers'],
    find: findWebKitBrowser,
    debian: 'webkit2gtk-driver',
  },
  /** An X server without a screen. */
  display: { name: 'Xvfb', projects: ['browsers'], find: () => onThePath('Xvfb'), debian: 'xvfb' },
  /** Without it, no window under X has the focus, and our pages check for it. */
  windowManager: {
    name: 'Openbox',
    projects: ['browsers'],
    find: () => onThePath('openbox'),
    debian: 'openbox',
  },
  nginx: { name: 'nginx', projects: ['programs'], find: () => findServer('nginx'), debian: 'nginx-light' },
  caddy: { name: 'Caddy', projects: ['programs'], find: () => onThePath('caddy'), debian: 'caddy' },
  curl: { name: 'curl', projects: ['programs'], find: () => onThePath('curl'), debian: 'curl' },
  /** For the examples of the documentation, as the next four. */
  php: { name: 'PHP', projects: ['programs'], find: () => onThePath('php'), debian: 'php-cli' },
  authlib: {
    name: 'Authlib for Python',
    projects: ['programs'],
    find: () => findPythonPackage('authlib'),
    debian: 'python3-authlib',
  },
  requests: {
    name: 'Requests for Python',
    projects: ['programs'],
    find: () => findPythonPackage('requests'),
    debian: 'python3-requests',
  },
  httr2: {
    name: 'httr2 for R',
    projects: ['programs'],
    find: () => findRPackage('httr2'),
    debian: 'r-cran-httr2',
  },
  jsonlite: {
    name: 'jsonlite for R',
    projects: ['programs'],
    find: () => findRPackage('jsonlite'),
    debian: 'r-cran-jsonlite',
  },
  /** It reads the unit; nothing of it needs to run. */
  systemd: {
    name: 'systemd',
    projects: ['programs'],
    find: () => onThePath('systemd-analyze'),
    debian: 'systemd',
  },
  wordPress: {
    name: 'WordPress',
    projects: ['programs'],
    find: () => found('/usr/share/wordpress/wp-load.php'),
    debian: 'wordpress',
  },
  /** For WordPress. */
  mariaDb: {
    name: 'MariaDB',
    projects: ['programs'],
    find: () => found('/usr/sbin/mariadbd'),
    debian: 'mariadb-server-core',
  },
  mariaDbClient: {
    name: "MariaDB's client",
    projects: ['programs'],
    find: () => found('/usr/bin/mariadb'),
    debian: 'mariadb-client-core',
  },
  mysqli: { name: 'mysqli for PHP', projects: ['programs'], find: findMysqli, debian: 'php-mysql' },
  /** Brings the rules of ad blockers. */
  blocker: {
    name: 'uBlock Origin',
    projects: ['programs'],
    find: () => found(blockerLists),
    debian: 'webext-ublock-origin-chromium',
  },
} satisfies Record<string, Need>;

export const needs: Record<keyof typeof all, Need> = all;

/** WebKitGTK and the other programs are looked for where Debian puts them. */
export const isLinux = process.platform === 'linux';

/** The programs that a project needs and this machine lacks. */
export async function missingFor(project: Project): Promise<Need[]> {
  const missing: Need[] = [];
  for (const need of Object.values(needs)) {
    if (!need.projects.includes(project) || (!isLinux && need.brew === undefined)) continue;
    if (!(await need.find())) missing.push(need);
  }
  return missing;
}

const namesOf = (missing: Need[]) => missing.map(({ name }) => name).join(', ');

/** Names all missing programs, and the command that installs them. */
export const missingMessage = (project: Project, missing: Need[]): string =>
  `The tests of \`${project}\` need ${namesOf(missing)}: npm run test:install`;

/** Throws if this machine lacks a program that a project needs. */
export async function mustHave(project: Project): Promise<void> {
  const missing = await missingFor(project);
  if (missing.length > 0) throw new Error(missingMessage(project, missing));
}

/** The path of a program, which the set-up of its project has found. */
export async function pathOf(program: keyof typeof needs): Promise<string> {
  const { find, name } = needs[program];
  const path = await find();
  if (path === undefined) throw new Error(`${name} is not on this machine.`);
  return path;
}
