import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

const testsOf = (modules: readonly TestModule[], state: 'passed' | 'failed'): TestCase[] =>
  modules.flatMap((module) => [...module.children.allTests(state)]);

/** Files that cannot be loaded, or whose hooks fail: they have no failed test of their own. */
const brokenFiles = (modules: readonly TestModule[]) =>
  modules.filter((module) => module.state() === 'failed' && testsOf([module], 'failed').length === 0).length;

/** Above this number of flaky tests, a run fails. */
const maxFlaky = 3;

/** The tests that passed only at their second try. */
const flakyTests = (modules: readonly TestModule[]) =>
  testsOf(modules, 'passed').filter((test) => test.diagnostic()?.flaky);

/** Names a flaky test, and the first line of the error of its first try. */
const lineOf = (test: TestCase) => {
  const reason = test.result().errors?.[0]?.message.split('\n')[0] ?? 'no error was reported';
  return `flaky: ${test.module.relativeModuleId} > ${test.fullName}: ${reason}`;
};

/** Prints the flaky tests, and `N passed, N failed` as the very last line, whatever went wrong before. */
export class LastLines implements Reporter {
  #passed = 0;
  #failed = 0;
  #flaky: string[] = [];

  constructor() {
    process.once('exit', (code) => {
      // A run that fails without a failed test (no tests, no database) still counts as a failure.
      const failed = this.#failed === 0 && code !== 0 ? 1 : this.#failed;
      const lines = [...this.#flaky, `${this.#passed} passed, ${failed} failed`];
      process.stdout.write(`${lines.join('\n')}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    this.#passed = testsOf(modules, 'passed').length;
    this.#failed = testsOf(modules, 'failed').length + brokenFiles(modules) + errors.length;
    const flaky = flakyTests(modules);
    this.#flaky = flaky.map(lineOf);
    if (flaky.length <= maxFlaky) return;
    this.#flaky.push(`${flaky.length} flaky tests: a run fails above ${maxFlaky}.`);
    process.exitCode = 1;
  }
}
