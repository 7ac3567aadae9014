import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take minutes, or the beginnings of their paths. */
const longest = [
  'engines/webkit',
  'engines/firefox',
  'browser/drawn-',
  'engines/chromium',
  'server/image-bombs',
  'server/kill',
  'server/start.test',
].map((path) => `/test/${path}`);

/** From 0 for the first; all other files are equal. */
const rankOf = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((path) => moduleId.includes(path));
  return found === -1 ? longest.length : found;
};

/**
 * The longest first, so that none is left alone at the end. Where no durations are known from a run before, vitest takes
 * the largest files first, and the engines have the smallest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A sort is stable.
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
