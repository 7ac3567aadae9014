/**
 * Each act of the message that takes something away says how much, and how to get it back: the built file in happy-dom.
 * test/pages/destructive-acts.test.ts does the same for the forms of our pages; the helper's "Not you?" is in
 * apihelper.test.ts.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Click } from '../../widgets/confirmation-message/states.ts';
import { answeringService } from './answering-service.ts';
import { visit, type Visit } from './partner-page.ts';

let service: Awaited<ReturnType<typeof answeringService>>;
beforeEach(async () => {
  service = await answeringService();
});
afterEach(() => service[Symbol.asyncDispose]());

const project = { 'data-project_id': '12' };
const passive = { ...project, 'data-mode': 'passive' };
const token = { ...passive, 'data-participant': 'a-participant-token-of-ours' };
const storage = { local: { 'manyhands:12:grant': 'grant-number-00000001' }, session: {} };

/** Every tap of the participant, and whether it takes something away; a new one does not compile without its row. */
const taps: Record<Click, 'takes' | 'takes nothing'> = {
  credit: 'takes nothing',
  useEmail: 'takes nothing',
  inGroup: 'takes nothing',
  change: 'takes nothing',
  retry: 'takes nothing',
  cancel: 'takes nothing',
  unfold: 'takes nothing',
  close: 'takes nothing',
  putBack: 'takes nothing',
  decline: 'takes',
  undo: 'takes',
  notMe: 'takes',
};

type Act = {
  tap: Click;
  button: string;
  on: Visit;
  /** The title before the tap, and the words that say how much it takes, in the card or in what unfolds. */
  title: string;
  takes: RegExp;
  /** The words and the button after it. */
  says: RegExp;
  back: string;
};

const onCredited = {
  on: { attributes: project, storage },
  title: 'Credited to your profile',
  takes: /Credited to your profile/,
} satisfies Partial<Act>;

const acts: Act[] = [
  {
    tap: 'decline',
    button: 'No thanks',
    on: { attributes: project },
    title: 'Add to your profile',
    takes: /Add to your profile\?/,
    says: /Not credited/,
    back: 'Credit me again',
  },
  {
    tap: 'undo',
    button: 'Undo',
    ...onCredited,
    says: /Removed from your profile/,
    back: 'Put it back',
  },
  {
    tap: 'notMe',
    button: 'Not you?',
    ...onCredited,
    says: /Add to your profile\?/,
    back: 'Credit me',
  },
  {
    tap: 'decline',
    button: 'Never for this project',
    on: { attributes: passive, storage },
    title: 'Credited to your profile',
    takes: /Credited to your profile/,
    says: /Nothing more is credited here\. Earlier ones stay/,
    back: 'Undo',
  },
  {
    tap: 'notMe',
    button: 'Not you?',
    on: { attributes: passive, storage },
    title: 'Credited to your profile',
    takes: /Credited to your profile/,
    says: /See your credit here\?/,
    back: 'Link my profile',
  },
  {
    tap: 'undo',
    button: 'Not this one',
    on: { attributes: token },
    title: 'This goes to the profile',
    takes: /Not this one/,
    says: /Removed from your profile/,
    back: 'Put it back',
  },
  {
    tap: 'decline',
    button: 'Never for this project',
    on: { attributes: token },
    title: 'This goes to the profile',
    takes: /Never for this project/,
    says: /This one and later ones stay off your profile/,
    back: 'Undo',
  },
  {
    tap: 'decline',
    button: 'Never for this project',
    on: { attributes: token, storage },
    title: 'This goes to the profile',
    takes: /Never for this project/,
    says: /This one and later ones stay off your profile/,
    back: 'Undo',
  },
];

test.each(acts)('$button, on "$title…"', async ({ button, on, title, takes, says, back }) => {
  const page = await visit(service.origin, on);
  const words = () => page.root()?.textContent ?? '';
  await page.shows(title);
  if (!takes.test(words())) page.click('Read more');
  await expect.poll(words).toMatch(takes);
  page.click(button);
  await expect.poll(words).toMatch(says);
  await expect.poll(() => page.button(back)).toBeDefined();
});

test('every tap that takes something away is tried', () => {
  const taking = Object.entries(taps).filter(([, what]) => what === 'takes');
  expect([...new Set(acts.map(({ tap }) => tap))].sort()).toEqual(taking.map(([tap]) => tap).sort());
});
