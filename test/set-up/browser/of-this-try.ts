import { TestRunner } from 'vitest';

/**
 * The address or name of a person who takes part in this try of the test only: at a second try, another person comes,
 * who finds nothing that the first try left.
 */
export const ofThisTry = (name: string): string =>
  (TestRunner.getCurrentTest()?.result?.retryCount ?? 0) === 0 ? name : `again-${name}`;
