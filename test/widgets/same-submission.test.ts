/** Histories of a tab: which visits of a page show the same contribution. */
import { expect, test } from 'vitest';
import { sameSubmission, type Arrival, type KnownSubmission } from '../../widgets/lib/same-submission.ts';

/** A fresh element in the document 1, in the history entry a. */
const arrival = (more: Partial<Arrival> = {}): Arrival => ({
  id: undefined,
  page: 1,
  entry: 'a',
  type: 'navigate',
  steps: 0,
  ...more,
});
const known = (more: Partial<KnownSubmission> = {}): KnownSubmission => ({
  event_id: 'old',
  page: 1,
  entry: 'a',
  ...more,
});
/** Browsers without the Navigation API. */
const old = { entry: undefined };

test.each<[string, KnownSubmission[], Partial<Arrival>, string | undefined]>([
  ['a first visit', [], {}, undefined],
  ['a second message on the page', [known()], {}, 'old'],
  ['another visit, in another document', [known()], { page: 2, entry: 'b' }, undefined],
  ['a form that is sent to its own address', [known()], { page: 2 }, undefined],
  ['a reload', [known()], { page: 2, type: 'reload' }, 'old'],
  ['back, in another document', [known()], { page: 2, type: 'back_forward' }, 'old'],
  [
    'back to the older of two visits of one address',
    [known({ event_id: 'newer', page: 2, entry: 'b' }), known()],
    { page: 3, type: 'back_forward' },
    'old',
  ],
  ['another visit, after a reload elsewhere', [known()], { page: 2, entry: 'c', type: 'reload' }, undefined],

  ['a swapped page that is visited again', [known({ left: 0 })], { entry: 'b' }, undefined],
  ['back to a swapped page', [known({ left: 0 })], { steps: 1 }, 'old'],
  [
    'back to a swapped page, from a page that was reloaded',
    [known({ left: 0 })],
    { page: 2, type: 'reload', steps: 1 },
    'old',
  ],
  [
    'back to a swapped page, from another site',
    [known({ left: 0 })],
    { page: 2, type: 'back_forward' },
    'old',
  ],
  ['a copy of the element, put back by a library', [known({ left: 0 })], { id: 'old', entry: 'b' }, 'old'],
  [
    'a copy of an element of another tab, or of a prerendered page',
    [known({ left: 0 })],
    { id: 'theirs', entry: 'b' },
    undefined,
  ],
  [
    'the number of the owner',
    [known({ event_id: 'survey-7', page: 9, entry: 'z', left: 3 })],
    { id: 'survey-7' },
    'survey-7',
  ],

  ['old browsers: a second message on the page', [known(old)], old, 'old'],
  ['old browsers: another visit', [known(old)], { ...old, page: 2 }, undefined],
  ['old browsers: a reload', [known(old)], { ...old, page: 2, type: 'reload' }, 'old'],
  ['old browsers: another one in the same app', [known({ ...old, left: 0 })], old, undefined],
  ['old browsers: back to a swapped page', [known({ ...old, left: 0 })], { ...old, steps: 1 }, 'old'],
  [
    'old browsers: another visit, after going back once',
    [known({ ...old, left: 1 })],
    { ...old, steps: 1 },
    undefined,
  ],
  [
    'old browsers: another one after a reload',
    [known({ ...old, left: 0 })],
    { ...old, page: 2, type: 'reload' },
    undefined,
  ],
  [
    'old browsers: back, from a page that was reloaded',
    [known({ ...old, left: 4 })],
    { ...old, page: 2, type: 'reload', steps: 1 },
    'old',
  ],
  [
    'old browsers: back, from another site',
    [known({ ...old, left: 4 })],
    { ...old, page: 2, type: 'back_forward' },
    'old',
  ],
])('%s', (_, before, now, expected) => {
  expect(sameSubmission(before, arrival(now))?.event_id).toBe(expected);
});
