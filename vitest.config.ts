import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { linuxOnly } from './test/set-up/installed.ts';
import { LastLines } from './test/set-up/reporter.ts';
import { LongestFirst } from './test/set-up/sequencer.ts';
import { largeYoungGeneration } from './test/set-up/young-generation.ts';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { '#pages': fileURLToPath(new URL('src/pages/render.tsx', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Where some are left out, the preflight says so aloud. `npm run test:scale` runs those of Citus.
    exclude: ['test/bench/**', 'test/scale/**', ...linuxOnly],
    globalSetup: 'test/set-up/global.ts',
    setupFiles: 'test/set-up/worker.ts',
    runner: 'test/set-up/runner.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new LastLines()],
    pool: 'forks',
    execArgv: [largeYoungGeneration],
    // Starting a worker and loading what every file imports takes a second of processor time.
    isolate: false,
    // Half of a file's time is waiting: for timers, disks and the start of programs. Four fill two cores.
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A poll ends as soon as it holds; the second that it has by default is short on a busy machine. Most wait for work
    // that is done once a second, so twenty looks a second, as by default, are more than they need.
    expect: { poll: { timeout: 20_000, interval: 100 } },
  },
});
