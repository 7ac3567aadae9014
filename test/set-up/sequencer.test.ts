/** The order of the test files. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { longest } from './sequencer.ts';

test('each of the longest files is there', () => {
  const files = globSync(join(root, 'test/**/*.test.ts'));
  expect(longest.filter((path) => !files.some((file) => file.includes(path)))).toEqual([]);
});
