/** A small drawing for each kind of state. It is decoration: the text next to it says the same. */
import { h } from 'preact';
import { dots } from '../lib/dots.ts';
import type { Wording } from './wording.ts';

const check = 'm5 12.5 4.5 4.5L19 7.5';
const minus = 'M7 12h10';
const alert = 'M12 6v7.5m0 3.5v.5';

const paths: Partial<Record<Wording, string>> = {
  credited: check,
  linked: check,
  named: check,
  offline: alert,
  failed: alert,
  undone: minus,
  declined: minus,
  unlinked: minus,
};

export function Mark({ wording }: { wording: Wording }) {
  const path = paths[wording];
  return (
    // These sizes and colours apply if the page has no styles for them.
    <svg
      part="mark"
      viewBox="0 0 24 24"
      width="24"
      fill="none"
      stroke="currentColor"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <path d={path ?? dots} stroke-width={path ? undefined : 4.4} />
    </svg>
  );
}
