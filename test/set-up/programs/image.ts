/**
 * The image of the Dockerfile without Docker: its COPY and RUN lines, carried out in folders. The root folder of a stage
 * is a folder of the test, and apt is not run.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../scripts/built.ts';
import { contextOf } from './docker-context.ts';
import { isRoot } from './installed.ts';
import { watchOver } from '../watch-over.ts';

const run = promisify(execFile);

type Line = { word: string; rest: string };
type Stage = { name: string; from: string; lines: Line[] };

/** The stages of a Dockerfile with their instructions, in order. */
function stagesOf(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  const text = dockerfile.replaceAll('\\\n', ' ');
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [, from = '', name = ''] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
      stages.push({ from, name, lines: [] });
    } else stages.at(-1)?.lines.push({ word, rest });
  }
  return stages;
}

export type Image = {
  /** Holds what the image has besides its base: `app` and `data`. */
  folder: string;
  env: Record<string, string>;
  user: string;
  command: string[];
  healthCheck: string[];
  volumes: string[];
  /** The packages that it installs from Debian. */
  packages: string[];
};

/** The user id of `node` in the images of Node.js. */
export const nodeUser = 1000;
/** This Node.js in the place of the base image's, where every user may run it. */
const nodeIn = (folder: string) => join(folder, 'bin');

export const pathWith = (folder: string) => [nodeIn(folder), process.env['PATH']].join(delimiter);

/** With INSTALL_FOR_REAL, `npm ci` runs; otherwise the packages are copied from here. */
const isForReal = process.env['INSTALL_FOR_REAL'] !== undefined;

/** Hard links, into which nothing may write; copies where the disk is another. */
async function install(app: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(app, 'node_modules')];
  await run('cp', ['-al', from, to]).catch(() => run('cp', ['-a', from, to]));
}

/** One command of a RUN line, with the places of the test in it. */
const adapted = (command: string, folder: string): string =>
  command
    .replace('-o node -g node', isRoot ? `-o ${nodeUser} -g ${nodeUser}` : '')
    .replace(/(?<=\s)\/data$/, join(folder, 'data'));

/** Builds every stage of the Dockerfile from what .dockerignore admits; returns what the last one holds. */
export async function buildImage(): Promise<Image> {
  const [dockerfile, dockerignore] = await Promise.all(
    ['Dockerfile', '.dockerignore'].map((name) => readFile(join(root, name), 'utf8')),
  );
  const context = contextOf(root, dockerignore ?? '', ['node_modules', '.git', 'dist']);
  // Not the folder of this run, which other users cannot enter.
  const parent = await mkdtemp('/var/tmp/manyhands-image-');
  watchOver(parent);
  await chmod(parent, 0o755);
  const stages = stagesOf(dockerfile ?? '');
  const images = new Map<string, Image>();
  let last: Image | undefined;
  for (const [at, stage] of stages.entries()) {
    last = await buildStage(stage, join(parent, String(at)), context, images);
    images.set(stage.name, last);
  }
  if (!last) throw new Error('The Dockerfile has no stage.');
  return last;
}

async function buildStage(
  stage: Stage,
  folder: string,
  context: string[],
  images: Map<string, Image>,
): Promise<Image> {
  const image: Image = {
    folder,
    env: {},
    user: 'root',
    command: [],
    healthCheck: [],
    volumes: [],
    packages: [],
  };
  const app = join(folder, 'app');
  await mkdir(nodeIn(folder), { recursive: true });
  await mkdir(app);
  await copyFile(process.execPath, join(nodeIn(folder), 'node'));
  for (const line of stage.lines) await carryOut(line, image, app, context, images);
  return image;
}

async function carryOut(
  { word, rest }: Line,
  image: Image,
  app: string,
  context: string[],
  images: Map<string, Image>,
): Promise<void> {
  if (word === 'WORKDIR' && rest === '/app') return;
  else if (word === 'COPY') await copy(rest.split(' '), app, context, images);
  else if (word === 'RUN') for (const command of rest.split(' && ')) await runIn(command, image, app);
  else if (word === 'ENV')
    for (const setting of rest.split(' ')) {
      const [name = '', value = ''] = setting.split('=');
      image.env[name] = value;
    }
  else if (word === 'USER') image.user = rest;
  else if (word === 'VOLUME') image.volumes.push(rest);
  else if (word === 'HEALTHCHECK') image.healthCheck = JSON.parse(/\[.*/.exec(rest)?.[0] ?? '[]') as string[];
  else if (word === 'CMD') image.command = JSON.parse(rest) as string[];
  else if (word !== 'EXPOSE') throw new Error(`The test does not know ${word} ${rest}.`);
}

async function copy(words: string[], app: string, context: string[], images: Map<string, Image>) {
  const [stage] = words[0]?.startsWith('--from=') ? words.splice(0, 1) : [];
  const to = words.pop() ?? '';
  if (stage !== undefined) {
    const from = images.get(stage.slice('--from='.length))?.folder ?? '';
    for (const path of words)
      await cp(join(from, path), join(app, to), { recursive: true, verbatimSymlinks: true });
    return;
  }
  if (!['.', './'].includes(to)) throw new Error(`The test does not know a COPY to ${to}.`);
  for (const path of words) {
    const files = context.filter((file) => path === '.' || file === path || file.startsWith(`${path}/`));
    if (files.length === 0)
      throw new Error(`.dockerignore does not admit ${path}, which the Dockerfile copies.`);
    for (const file of files) {
      await mkdir(dirname(join(app, file)), { recursive: true });
      await cp(join(root, file), join(app, file));
    }
  }
}

async function runIn(command: string, image: Image, app: string): Promise<void> {
  if (/^(apt-get update|rm -rf \/var\/lib\/apt\/lists\/\*)$/.test(command)) return;
  const installed = /^apt-get install -y --no-install-recommends (.*)$/.exec(command)?.[1];
  if (installed !== undefined) return void image.packages.push(...installed.split(' '));
  if (command === 'npm ci' && !isForReal) return install(app);
  const env = {
    ...image.env,
    PATH: pathWith(image.folder),
    HOME: process.env['HOME'],
    npm_config_prefer_offline: 'true',
  };
  await run('sh', ['-ec', adapted(command, image.folder)], { cwd: app, env, maxBuffer: 2 ** 26 });
}
