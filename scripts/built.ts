/** Builds `dist`, and checks whether it is up to date. No other file does this. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Not `new URL`, which Vite rewrites in tests that run with a DOM. */
export const root = dirname(import.meta.dirname);

const sources = [
  ...['src', 'widgets', 'server', 'integrations', 'public', 'index.html', 'vite.config.ts', 'package.json'],
  ...[
    'licences',
    'outside-packages',
    'places',
    'place-cities',
    'place-names',
    'place-regions',
    'place-borders',
    'place-files',
    'wordpress-plugin',
  ].map((name) => `scripts/${name}.ts`),
];
const dist = join(root, 'dist');
const stamp = join(dist, 'built');
const main = join(dist, 'server/main.js');

const isScratch = (name: string) => name.startsWith('.') || name.endsWith('~');

const filesOf = (path: string): string[] => {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !isScratch(name))
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
};

/** A hash of the contents, not of times: a checkout that only touches files does not rebuild, and a deletion does. */
const sourcesHash = () => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf)) {
    const text = readFileSync(join(root, file));
    hash.update(`${file}\0${text.length}\0`).update(text);
  }
  return hash.digest('hex');
};

/** A `main.js` that is newer than the stamp comes from a plain `vite build`, for which the stamp is not valid. */
const isFresh = () => {
  const built = statSync(main, { throwIfNoEntry: false });
  const stamped = statSync(stamp, { throwIfNoEntry: false });
  if (!built || !stamped || built.mtimeMs > stamped.mtimeMs) return false;
  return readFileSync(stamp, 'utf8') === sourcesHash();
};

const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5;

/**
 * Runs one build at a time, with SQLite's file lock: it ends with the process that holds it, however that process ends.
 */
const alone = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  mkdirSync(dist, { recursive: true });
  const lock = new DatabaseSync(join(dist, 'building'), { timeout: 0 });
  try {
    for (let isHeld = false; !isHeld;) {
      try {
        lock.exec('begin exclusive');
        isHeld = true;
      } catch (error) {
        if (!isBusy(error)) throw error;
        await sleep(50);
      }
    }
    return await act();
  } finally {
    lock.close();
  }
};

const stamped = async (build: () => Promise<void>) => {
  const hash = sourcesHash();
  rmSync(stamp, { force: true });
  await build();
  writeFileSync(stamp, hash);
};

/** Runs a build while no other process builds, and stores the hash of its sources. */
export const buildAlone = (build: () => Promise<void>) => alone(() => stamped(build));

/** The path of vite's program, or undefined if only the production dependencies are installed. */
const viteProgram = () => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  } catch {
    return undefined;
  }
};

const runVite = (program: string) =>
  new Promise<void>((resolve, reject) => {
    const env = { ...process.env };
    // Under NODE_ENV=test, it would be a development build.
    delete env.NODE_ENV;
    const child = spawn(process.execPath, [program, 'build', '--logLevel', 'warn'], {
      cwd: root,
      env,
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The build failed, see above.')),
    );
  });

/** `npm run build`: afterwards, tests and `npm start` find the build up to date. */
export const build = async () => {
  const program = viteProgram();
  if (!program) throw new Error('vite is not installed: run npm ci first.');
  await buildAlone(() => runVite(program));
};

/** Builds `dist` if it is missing or was made from other sources; prints to stderr only. */
export const ensureBuilt = async () => {
  const program = viteProgram();
  if (!program) {
    if (existsSync(main)) return;
    throw new Error('There is no build in dist, and vite is not installed: run npm ci first.');
  }
  if (isFresh()) return;
  await alone(async () => {
    if (isFresh()) return;
    process.stderr.write('Building, because the sources have changed …\n');
    await stamped(() => runVite(program));
  });
};

/** `ensureBuilt` for the first line of a program: a failure prints one sentence without a stack. */
export const builtOrExit = async () => {
  try {
    await ensureBuilt();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};
