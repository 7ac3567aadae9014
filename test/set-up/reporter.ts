import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

const testsOf = (modules: readonly TestModule[], state: 'passed' | 'failed'): TestCase[] =>
  modules.flatMap((module) => [...module.children.allTests(state)]);

/** Files that cannot be loaded, or whose hooks fail: they have no failed test of their own. */
const brokenFiles = (modules: readonly TestModule[]) =>
  modules.filter((module) => module.state() === 'failed' && testsOf([module], 'failed').length === 0);

/** Above this number of flaky tests, a run fails. */
const maxFlaky = 3;

/** The tests that passed only at their second try. */
const flakyTests = (modules: readonly TestModule[]) =>
  testsOf(modules, 'passed').filter((test) => test.diagnostic()?.flaky);

const reasonOf = (errors: readonly { readonly message: string }[] | undefined) =>
  errors?.[0]?.message.split('\n')[0] ?? 'no error was reported';

/** Names a test, and the first line of the error of its first try. */
const lineOf = (word: 'flaky' | 'failed', test: TestCase) =>
  `${word}: ${test.module.relativeModuleId} > ${test.fullName}: ${reasonOf(test.result().errors)}`;

/**
 * Prints the flaky and the failed tests at the end, because often only the end of a long log is kept, and
 * `N passed, N failed` as the very last line, whatever went wrong before.
 */
export class LastLines implements Reporter {
  #passed = 0;
  #failed = 0;
  #named: string[] = [];

  constructor() {
    process.once('exit', (code) => {
      // A run that fails without a failed test (no tests, no database) still counts as a failure.
      const failed = this.#failed === 0 && code !== 0 ? 1 : this.#failed;
      const lines = [...this.#named, `${this.#passed} passed, ${failed} failed`];
      process.stdout.write(`${lines.join('\n')}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const failed = testsOf(modules, 'failed');
    const broken = brokenFiles(modules);
    this.#passed = testsOf(modules, 'passed').length;
    this.#failed = failed.length + broken.length + errors.length;
    const flaky = flakyTests(modules);
    this.#named = [
      ...flaky.map((test) => lineOf('flaky', test)),
      ...failed.map((test) => lineOf('failed', test)),
      ...broken.map((module) => `failed: ${module.relativeModuleId}: ${reasonOf(module.errors())}`),
      ...errors.map((error) => `failed outside of tests: ${reasonOf([error])}`),
    ];
    if (flaky.length <= maxFlaky) return;
    this.#named.push(`${flaky.length} flaky tests: a run fails above ${maxFlaky}.`);
    process.exitCode = 1;
  }
}
