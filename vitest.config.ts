import { readFileSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { mdx } from './scripts/mdx.ts';
import { patience } from './test/set-up/patience.ts';
import { isLinux } from './test/set-up/programs/installed.ts';
import { LastLines } from './test/set-up/reporter.ts';
import { LongestFirst } from './test/set-up/sequencer.ts';
import { largeYoungGeneration } from './test/set-up/service/young-generation.ts';
import { onCitus } from './test/scale/on-citus.ts';

/** The HTTP scenarios that loop over `engines`: they run on SQLite in `quick` and on PostgreSQL in `postgres`. */
const onBothEngines = globSync('test/server/**/*.test.ts').filter((file) =>
  /\bengines\b/.test(readFileSync(file, 'utf8')),
);

/** Files that kill, flood, wait for minutes or decode bombs are too long for `quick`. */
const long = 'test/**/*.long.test.ts';

const project = (
  name: string,
  setUp: string,
  engines: string,
  include: string[],
  more: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, globalSetup: setUp, include, env: { TESTED_ENGINES: engines }, ...more },
});

/** Also a busy machine can make a test in a browser fail: it gets a second try, and the report names it. */
const inBrowsers = { retry: 1, exclude: isLinux ? [] : ['test/engines/webkit.test.ts'] };

export default defineConfig({
  plugins: [mdx],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { '#pages': fileURLToPath(new URL('src/pages/render.tsx', import.meta.url)) } },
  test: {
    projects: [
      project(
        'quick',
        'test/set-up/service/set-up.ts',
        'sqlite',
        ['test/*.test.ts', 'test/{client,pages,redos,server,set-up,widgets}/**/*.test.{ts,tsx}'],
        { exclude: [long] },
      ),
      project('long', 'test/set-up/service/set-up.ts', 'sqlite', [long]),
      project('postgres', 'test/set-up/postgres/set-up.ts', 'postgres', [
        'test/postgres/*.test.ts',
        ...onBothEngines,
      ]),
      project(
        'browsers',
        'test/set-up/browser/set-up.ts',
        'sqlite,postgres',
        ['test/{browser,engines,sites}/**/*.test.ts'],
        inBrowsers,
      ),
      project(
        'programs',
        'test/set-up/browser/set-up.ts',
        'sqlite,postgres',
        ['test/programs/*.test.ts'],
        inBrowsers,
      ),
      project('scale', 'test/scale/set-up.ts', 'postgres', ['test/scale/*.test.ts', ...onCitus], {
        env: { TESTED_ENGINES: 'postgres', TESTED_ON_CITUS: 'yes' },
      }),
    ],
    setupFiles: 'test/set-up/worker.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new LastLines()],
    pool: 'forks',
    execArgv: [largeYoungGeneration],
    // Starting a worker and loading what every file imports takes a second of processor time.
    isolate: false,
    // Half of a file's time is waiting: for timers, disks and the start of programs. Four fill two cores.
    maxWorkers: 4,
    testTimeout: 2 * patience,
    hookTimeout: 2 * patience,
    // Most wait for work that is done once a second, so twenty looks a second, as by default, are more than they need.
    expect: { poll: { timeout: patience, interval: 100 } },
  },
});
