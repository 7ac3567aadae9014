/**
 * Every attribute of the confirmation message, on the script, in its address, and on the element; and invalid values.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { confirmationSettings } from '../../src/attributes/confirmation-message.ts';
import { answeringService } from './answering-service.ts';
import { visit, type Visit } from './partner-page.ts';

type Page = Awaited<ReturnType<typeof visit>>;
type Name = keyof typeof confirmationSettings;
/** `also`: attributes that are needed for it to have an effect; `shows`: where the effect is. */
type Row = {
  value: string;
  also?: Partial<Record<Name, string>>;
  html?: string;
  shows: (page: Page) => unknown;
};

let service: Awaited<ReturnType<typeof answeringService>>;
beforeEach(async () => {
  service = await answeringService();
});
afterEach(() => service[Symbol.asyncDispose]());

const recorded = async (page: Page) => {
  await page.shows('Add to your profile');
  await page.join();
  await page.shows('Credited');
  return service.said('POST /embed/record')[0];
};
const isRecorded = (said: object) => async (page: Page) => expect(await recorded(page)).toMatchObject(said);
const card = (page: Page) => page.root()?.querySelector('.embed');

const rows: Record<Name, Row> = {
  mode: {
    value: 'passive',
    shows: (page) => page.shows(/See your credit/).then(() => page.click('Link my profile')),
  },
  project_id: { value: '12', shows: isRecorded({ project_id: 12 }) },
  participation: { value: 'classification', shows: isRecorded({ type: 'classification' }) },
  type: { value: 'classification', shows: isRecorded({ type: 'classification' }) },
  event_id: { value: 'count-7', shows: isRecorded({ event_id: 'count-7' }) },
  duration: { value: '90.5', shows: isRecorded({ duration: 90.5 }) },
  magnitude: { value: '-3', shows: isRecorded({ magnitude: -3 }) },
  where: { value: 'POINT(10.02 53.57)', shows: isRecorded({ where: 'POINT(10.02 53.57)' }) },
  extra: { value: '{"a":[1,"&"]}', shows: isRecorded({ extra: '{"a":[1,"&"]}' }) },
  participant: {
    value: 'a-participant-token-of-ours',
    also: { mode: 'passive' },
    shows: (page) => page.shows(/^This goes to the profile/),
  },
  lang: { value: 'de-AT', shows: (page) => expect.poll(() => card(page)?.getAttribute('lang')).toBe('de') },
  theme: {
    value: 'dark',
    shows: (page) => expect.poll(() => card(page)?.getAttribute('data-theme')).toBe('dark'),
  },
  'when-declined': {
    value: 'hide',
    async shows(page) {
      await page.shows('Add to your profile');
      page.click('No thanks');
      await expect.poll(() => page.root()?.querySelector('[part=title]')).toBeNull();
    },
  },
  consent: {
    value: 'required',
    async shows(page) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(service.asked).toEqual([]);
      page.document.dispatchEvent(new page.window.CustomEvent('manyhands:consent'));
      await page.shows('Add to your profile');
    },
  },
  placement: {
    value: 'corner',
    async shows(page) {
      await page.shows('Add to your profile');
      (page.root()?.querySelector('.close') as unknown as HTMLElement).click();
      await expect.poll(page.title).toBe('');
    },
  },
  target: {
    value: '#here',
    html: '<div id="here"></div>',
    shows: (page) =>
      expect.poll(() => page.document.querySelector('#here > manyhands-confirmation')).toBeTruthy(),
  },
};

const prefixed = (said: Record<string, string>) =>
  Object.fromEntries(Object.entries(said).map(([name, value]) => [`data-${name}`, value]));
const query = (said: Record<string, string>) => `?v=1&${new URLSearchParams(said)}`;

const ways: Record<string, (said: Record<string, string>) => Visit> = {
  'on the script': (said) => ({ attributes: prefixed(said) }),
  'in its address': (said) => ({ attributes: {}, query: query(said) }),
  'in its address, with data-': (said) => ({ attributes: {}, query: query(prefixed(said)) }),
};

describe.each(Object.entries(ways))('%s', (_, way) => {
  test.each(Object.entries(rows))('data-%s', async (name, { value, also, html, shows }) => {
    const page = await visit(service.origin, {
      ...way({ ...(name === 'mode' ? {} : { project_id: '12' }), ...also, [name]: value }),
      ...(html && { html }),
    });
    await shows(page);
    expect(page.lines).toEqual([]);
  });
});

test('attributes of the script precede those in its address', async () => {
  const page = await visit(service.origin, {
    attributes: { 'data-project_id': '12', 'data-type': 'signup' },
    query: '?project_id=13&type=collection',
  });
  expect(await recorded(page)).toMatchObject({ project_id: 12, type: 'signup' });
});

test('a consent manager’s data-type yields to the address, and to data-participation', async () => {
  const foreign = { 'data-project_id': '12', 'data-type': 'text/javascript' };
  const addressed = await visit(service.origin, { attributes: foreign, query: '?type=classification' });
  expect(await recorded(addressed)).toMatchObject({ type: 'classification' });
  expect(addressed.lines).toEqual([]);
  const named = await visit(service.origin, { attributes: { ...foreign, 'data-participation': 'signup' } });
  await recorded(named);
  expect(service.said('POST /embed/record')[1]).toMatchObject({ type: 'signup' });
});

test.each(Object.entries(rows).filter(([name]) => name !== 'target'))(
  'on the element: data-%s',
  async (name, row) => {
    const said = prefixed({
      ...(name === 'mode' ? {} : { project_id: '12' }),
      ...row.also,
      [name]: row.value,
    });
    const page = await visit(service.origin, {
      attributes: {},
      html: `<manyhands-confirmation ${Object.entries(said)
        .map(([key, value]) => `${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
        .join(' ')}></manyhands-confirmation>`,
    });
    await row.shows(page);
    expect(page.elements()).toHaveLength(1);
    expect(page.lines).toEqual([]);
  },
);

describe('an invalid value is one console line, counts as absent, and breaks nothing', () => {
  test.each<[Name, string, string]>([
    ['mode', 'active', 'must be passive'],
    ['type', 'walk', 'must be collection or classification or signup'],
    ['event_id', 'x'.repeat(129), 'must be text of at most 128 characters'],
    ['duration', '-1', 'must be a number that is not negative'],
    ['duration', 'Infinity', 'must be a number that is not negative'],
    ['magnitude', '1.5', 'must be a whole number'],
    ['lang', 'x'.repeat(36), 'must be text of at most 35 characters'],
    ['theme', 'pink', 'must be auto or light or dark'],
    ['when-declined', 'never', 'must be quiet or hide'],
    ['consent', 'yes', 'must be given or required'],
    ['target', '>>', 'finds nothing'],
  ])('data-%s=%j', async (name, value, says) => {
    const page = await visit(service.origin, { attributes: prefixed({ project_id: '12', [name]: value }) });
    await page.shows('Add to your profile');
    expect(page.lines).toEqual([expect.stringMatching(/^\[Manyhands\] data-/)]);
    expect(page.lines[0]).toContain(`data-${name}`);
    expect(page.lines[0]).toContain(says);
    const said = await recorded(page);
    if (name in (said ?? {})) expect(said?.[name]).not.toBe(value);
    expect(page.lines).toHaveLength(1);
  });

  test.each(['0', '-12', '1.5', 'River', '12; drop'])(
    'data-project_id=%j shows nothing',
    async (project_id) => {
      const page = await visit(service.origin, { attributes: prefixed({ project_id }) });
      await expect.poll(() => page.lines).toHaveLength(1);
      expect(page.lines[0]).toContain(
        `data-project_id="${project_id}" must be a whole number above 0. Add data-project_id`,
      );
      expect([page.title(), service.asked]).toEqual(['', []]);
    },
  );
});
