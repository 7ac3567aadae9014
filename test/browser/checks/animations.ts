/** Waits for a page to come to rest before it is looked at or pressed. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Resolves when no animation of the element or within it runs. It polls: the promise `finished` of an animation rejects
 * when a page's script ends it early, and knows nothing of the next one. Endless animations are not waited for, nor
 * those within a closed `<details>`, which never end.
 */
export const animationsEnded = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((root) =>
        root
          .getAnimations({ subtree: true })
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          )
          .map(({ effect }) => (effect as KeyframeEffect).target)
          .filter((target) => target?.checkVisibility())
          .map((target) => target?.outerHTML.slice(0, 80)),
      ),
    )
    .toEqual([]);
