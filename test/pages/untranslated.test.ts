/** A browser that translates a page leaves its codes, keys and names: in every sample, as the server writes them. */
import { expect, test } from 'vitest';
import { renderPage } from '../../src/pages/render.tsx';
import { frame, samples, shell } from './samples.ts';

test('every code, key and name is not to be translated', () => {
  const tags = Object.values(samples('x')).flatMap((page) =>
    [
      ...renderPage(shell, page, frame('x'), '/somewhere').matchAll(/<(?:code|pre|kbd|samp|bdi)\b[^>]*>/g),
    ].map(([tag]) => tag),
  );
  expect(tags.length).toBeGreaterThan(500);
  expect(tags.filter((tag) => !tag.includes(' translate="no"'))).toEqual([]);
});
