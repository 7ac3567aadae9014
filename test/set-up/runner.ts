import { TestRunner } from 'vitest';

/** The folders whose tests drive a browser: also a busy machine can make one of them fail. */
const browserTests = /\/test\/(browser|engines|sites|integrations|widgets)\//;

/** Gives tests in a browser a second try; the report lists the tests that needed it. */
export default class RetryingRunner extends TestRunner {
  override onCollectStart(file: Parameters<TestRunner['onCollectStart']>[0]) {
    this.config.retry = browserTests.test(file.filepath) ? 1 : 0;
    super.onCollectStart(file);
  }
}
