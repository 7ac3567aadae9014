/** Clean clones of this release and of the one before, built as docs/deployment.md says. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/built.ts';

const run = promisify(execFile);
const git = async (folder: string, ...args: string[]) =>
  (await run('git', args, { cwd: folder, maxBuffer: 2 ** 26 })).stdout.trim();

export type Release = { folder: string; revision: string };

const commitsBefore = 100;

/**
 * The revision of the release before: the newest tag of a version that this commit is not, otherwise a commit 100 before
 * this one, or the first that has the baseline of the schema and is in a shallow clone.
 */
export async function releaseBefore(): Promise<string> {
  const tag = await git(root, 'describe', '--tags', '--match', 'v*', '--abbrev=0', 'HEAD^').catch(() => '');
  if (tag !== '' && (await hasBaseline(tag))) return tag;
  const commits = (
    await git(root, 'rev-list', '--first-parent', `--max-count=${commitsBefore + 1}`, 'HEAD')
  ).split('\n');
  for (let commit = commits.pop(); commit !== undefined && commits.length > 0; commit = commits.pop())
    if (await hasBaseline(commit)) return commit;
  throw new Error('This repository has no commit before this one whose store this one goes on with.');
}

/** The schema began again with 0.2.0: a store of a revision before it is copied, and not upgraded. */
const hasBaseline = (revision: string): Promise<boolean> =>
  git(root, 'grep', '--quiet', "'0001-baseline'", revision, '--', 'server').then(
    () => true,
    () => false,
  );

/**
 * Clones a revision into a new folder, and builds it with the dependencies of its own lock file. The folder stays for
 * the next rehearsal.
 */
export async function deploy(revision: string, say: (line: string) => void): Promise<Release> {
  const commit = await git(root, 'rev-parse', `${revision}^{commit}`);
  const short = commit.slice(0, 8);
  const folder = join(tmpdir(), `manyhands-release-${commit}`);
  const finished = join(folder, 'deployed');
  if (existsSync(finished)) {
    say(`${short} is in ${folder} from an earlier rehearsal`);
    return { folder, revision: short };
  }
  await rm(folder, { recursive: true, force: true });
  await git(tmpdir(), 'clone', '--quiet', '--no-checkout', root, folder);
  await git(folder, 'checkout', '--quiet', commit);
  const started = Date.now();
  const env = { ...process.env, NODE_ENV: 'production' };
  const options = { cwd: folder, env, maxBuffer: 2 ** 26 };
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], options);
  await run('npm', ['run', 'build'], options);
  await writeFile(finished, '');
  say(`deployed ${short} from a clean clone in ${Math.round((Date.now() - started) / 1000)} s`);
  return { folder, revision: short };
}
