/**
 * `npm run test:all [-- project …]`: every project whose programs are here, in one run. A project that lacks a program
 * is named; with `CI` set, the run then fails.
 */
import { spawnSync } from 'node:child_process';
import { missingFor, missingMessage, type Project } from './programs/installed.ts';

const everyProject = ['quick', 'long', 'postgres', 'browsers', 'programs', 'scale'];
const wanted = process.argv.slice(2);
const present: string[] = [];
let isWhole = true;
for (const project of wanted.length > 0 ? wanted : everyProject) {
  const missing = ['quick', 'long'].includes(project) ? [] : await missingFor(project as Project);
  if (missing.length === 0) present.push(project);
  else {
    isWhole = false;
    process.stdout.write(`NOT TESTED HERE: ${missingMessage(project as Project, missing)}\n`);
  }
}

const { status } = spawnSync('vitest', ['run', ...present.flatMap((name) => ['--project', name])], {
  stdio: 'inherit',
});
process.exitCode = status === 0 && !isWhole && process.env['CI'] ? 1 : (status ?? 1);
