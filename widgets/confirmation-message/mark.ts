/** One small drawing per kind of state; it says nothing that the words beside it do not say. */
import { tag } from '../lib/draw.ts';
import type { Wording } from './wording.ts';

const heart = 'M12 20s-7-4.4-7-9.6A3.8 3.8 0 0 1 12 8a3.8 3.8 0 0 1 7 2.4C19 15.6 12 20 12 20Z';
const check = 'm5 12.5 4.5 4.5L19 7.5';
const letter = 'M4 6.5h16v11H4zm0 .5 8 6 8-6';
const away = 'M10 6H6v12h12v-4M13 5h6v6m0-6-8.5 8.5';
const minus = 'M7 12h10';
const alert = 'M12 6v7.5m0 3.5v.5';

const paths: Partial<Record<Wording, string>> = {
  credited: check,
  linked: check,
  named: check,
  email: letter,
  code: letter,
  connecting: away,
  elsewhere: away,
  blocked: alert,
  offline: alert,
  failed: alert,
  undone: minus,
  declined: minus,
  unlinked: minus,
};

export const mark = (wording: Wording) =>
  tag(
    'svg',
    { part: 'mark', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    tag('path', { d: paths[wording] ?? heart }),
  );
