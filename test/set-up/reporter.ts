import type { Reporter, SerializedError, TestModule } from 'vitest/node';

const count = (modules: readonly TestModule[], state: 'passed' | 'failed') =>
  modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);

/** Files that cannot be loaded, or whose hooks fail: they have no failed test of their own. */
const brokenFiles = (modules: readonly TestModule[]) =>
  modules.filter((module) => module.state() === 'failed' && count([module], 'failed') === 0).length;

/** Prints `N passed, N failed` as the very last line, whatever went wrong before. */
export class LastLine implements Reporter {
  #passed = 0;
  #failed = 0;

  constructor() {
    process.once('exit', (code) => {
      // A run that fails without a failed test (no tests, no database) still counts as a failure.
      const failed = this.#failed === 0 && code !== 0 ? 1 : this.#failed;
      process.stdout.write(`${this.#passed} passed, ${failed} failed\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    this.#passed = count(modules, 'passed');
    this.#failed = count(modules, 'failed') + brokenFiles(modules) + errors.length;
  }
}
