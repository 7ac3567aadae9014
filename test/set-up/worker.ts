/** Runs in every worker before each test file. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach } from 'vitest';
import { endFile } from './after-file.ts';
import './quiet-dom.ts';

const hour = 3_600_000;
/** Milliseconds: longer than the tests take that use up a limit. */
const shortly = 20_000;

// The limits of an hour begin again with each hour of the clock: no test begins shortly before.
beforeEach(async () => {
  const left = hour - (Date.now() % hour);
  if (left < shortly) await sleep(left);
});

afterAll(endFile);
