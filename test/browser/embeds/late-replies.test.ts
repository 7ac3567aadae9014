/**
 * From the participant's first tap on, the card is as high as what it shows: no control is beyond it, and no hole in it.
 * In columns of all widths and three languages at once, in each font, the other three in every second one; the second part
 * and every reply come late.
 */
import { expect, test } from 'vitest';
import { reservedStyle } from '../../../src/embed-code/reserved-space.ts';
import { answered, service } from './answered.ts';
import { count, speakIn, surround, surroundings, visitRooms } from './rooms.ts';

answered();

type Person = Awaited<ReturnType<typeof visitRooms>>;
type Step = {
  tap: string;
  typed?: Record<string, string>;
  waits: string;
  shows: string;
  failing?: object;
  isProblem?: boolean;
};

/** Each step: the control that is tapped in every message, the state while a reply is awaited, and the one after it. */
const journey: Step[] = [
  { tap: '.acts button:nth-child(2)', waits: 'settling', shows: 'email' },
  {
    tap: 'form [part~=primary]',
    typed: { address: 'ada.lovelace@example.org' },
    waits: 'email',
    shows: 'email',
    failing: { 'POST /embed/join': 400 },
    isProblem: true,
  },
  { tap: 'form [part~=primary]', waits: 'email', shows: 'code' },
  {
    tap: 'form [part~=primary]',
    typed: { code: '123456' },
    waits: 'code',
    shows: 'code',
    failing: { 'POST /embed/join/code': 400 },
    isProblem: true,
  },
  { tap: 'form [part~=primary]', waits: 'code', shows: 'credited' },
  { tap: '.further button', waits: 'settling', shows: 'failed', failing: { 'POST /embed/undo': 500 } },
  { tap: '[part~=primary]', waits: 'settling', shows: 'undone' },
  { tap: '[part~=primary]', waits: 'crediting', shows: 'credited' },
  { tap: '.further button', waits: 'settling', shows: 'undone' },
  { tap: '.further button', waits: 'settling', shows: 'declined' },
];

/** In the page. Puts a message into each room. */
function putIn(style: string) {
  for (const room of document.querySelectorAll('.room')) {
    room.setAttribute('style', style);
    const message = document.createElement('manyhands-confirmation');
    const n = document.querySelectorAll('manyhands-confirmation').length;
    // Each for itself: messages about one project follow each other.
    Object.assign(message.dataset, { project_id: `${100 + n}`, event_id: `late-${n}` });
    room.replaceChildren(message);
  }
}

const states = ({ page }: Person) =>
  page
    .locator('[data-state]:not(.loading)')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset['state']));

const all = (state: string) => Array<string>(count).fill(state);

/** Counts the cards that a control is beyond, and those that are higher than the least and have a hole below the last. */
const misfits = ({ page }: Person) =>
  page.locator('[part=card]').evaluateAll((cards) => {
    const bottom = (element: Element) => element.getBoundingClientRect().bottom;
    const ends = cards.map((card) => ({
      card,
      // The last row is as high as a finger, around its words.
      below: bottom(card) - Math.max(...[...card.querySelectorAll('p, a, button, input')].map(bottom)),
    }));
    return {
      beyond: ends.filter(({ below }) => below < 0).length,
      holes: ends.filter(({ card, below }) => below > 24 && card.clientHeight > 126).length,
    };
  });

/** Taps the control in every message. */
const tapAll = ({ page }: Person, { tap, typed = {} }: Step) =>
  page.locator('manyhands-confirmation').evaluateAll(
    (messages, { tap, typed }) => {
      for (const { shadowRoot } of messages) {
        const find = (selector: string) => shadowRoot?.querySelector<HTMLInputElement>(selector);
        for (const [name, text] of Object.entries(typed))
          Object.assign(find(`[name=${name}]`) ?? {}, { value: text });
        Object.assign(find('[name=of_age]') ?? {}, { checked: true });
        find(tap)?.click();
      }
    },
    { tap, typed },
  );

/** Makes a step with a late reply; returns what does not fit before and after it came. */
async function make(person: Person, step: Step) {
  const { page } = person;
  const { tap, failing = {}, waits, shows, isProblem } = step;
  service.now.failing = failing;
  const { promise, resolve } = Promise.withResolvers<void>();
  service.now.late = promise;
  const before = service.reached.length;
  await tapAll(person, step);
  await expect.poll(() => states(person), { message: `${tap} → ${waits}` }).toEqual(all(waits));
  await expect.poll(() => service.reached.length).toBeGreaterThan(before);
  const meanwhile = await misfits(person);
  resolve();
  await expect.poll(() => states(person), { message: `${tap} → ${shows}` }).toEqual(all(shows));
  if (isProblem)
    await expect
      .poll(() =>
        page.locator('[part=problem]').evaluateAll((all) => all.filter((one) => one.textContent).length),
      )
      .toBe(count);
  return { meanwhile, now: await misfits(person) };
}

test.each(surroundings)('all fits, and nothing is empty: %s', async (surrounding) => {
  await using person = await visitRooms();
  await surround(person, surrounding);
  await speakIn(person, surroundings.indexOf(surrounding) % 2);
  await person.page.evaluate(putIn, reservedStyle);
  await expect.poll(() => states(person)).toEqual(all('ask'));
  for (const step of journey) {
    const shown = await make(person, step);
    const fits = { beyond: 0, holes: 0 };
    expect({ step, ...shown }).toEqual({ step, meanwhile: fits, now: fits });
  }
});
