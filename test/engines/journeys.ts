/** The most frequent journeys of participants on pages with https, written once for all engines. */
import { expect } from 'vitest';
import { mailedCode, profileId } from '../server/scene.ts';
import { readSnippet } from '../../src/embed-code/paste.ts';
import { followsBackgrounds } from './backgrounds.ts';
import { ours } from './network.ts';
import { projects, type EngineScene } from './scene.ts';
import { appears, ask, fill, isThere, press, says, textOf, until, windowFrom, type Tab } from './tab.ts';
import { askedOn, creditsSince, fieldsOn, hears, mustBeQuiet, type Journey } from './journey-steps.ts';

/** The text of the message once the service has replied; an Undo is shown already before that. */
const credited = 'Credited to your profile';

/** Agrees in our window, in which the member is signed in. */
const agree = async (tab: Tab, { member }: EngineScene, name: string) => {
  const popup = await windowFrom(tab, () => press(tab, name));
  await says(popup, 'Credit your contributions?');
  expect(await textOf(popup)).toContain(member);
  await appears(popup, 'Not now');
  await press(popup, 'Credit me');
  await until('closed window', async () => (await tab.opened()).length === 0);
};

const newcomer: Journey = async (tab, place) => {
  const project_id = projects.newcomer;
  const address = `newcomer-${place.name}@example.org`;
  const credits = await creditsSince(place, address, project_id);
  await tab.open(place.page('message', { project_id, event_id: 'first' }));
  await appears(tab, 'Credit me');
  await expect
    .poll(() =>
      tab.evaluate(`() => {
      const button = document.querySelector('manyhands-confirmation').shadowRoot.querySelector('[part~=primary]');
      return getComputedStyle(button).backgroundColor;
    }`),
    )
    .toBe('rgb(11, 93, 75)');
  await press(tab, 'I’m new, use my email');
  await fill(tab, 'Email address', address);
  await press(tab, 'I am 16 or older');
  await press(tab, 'Send code');
  await appears(tab, '6-digit code');
  await fill(tab, '6-digit code', await mailedCode(place.service, address));
  await says(tab, credited);
  expect(await credits()).toEqual(['browser']);

  // On the next page, the grant of the first one credits automatically, and a reload credits nothing twice.
  await tab.open(place.page('message', { project_id, event_id: 'second' }));
  await says(tab, credited);
  await tab.reload();
  await says(tab, credited);
  expect(await credits()).toHaveLength(2);
  await press(tab, 'Undo');
  await says(tab, 'Removed from your profile');
  expect(await credits()).toHaveLength(1);
  await mustBeQuiet(tab);
};

const decliner: Journey = async (tab, place) => {
  const project_id = projects.decliner;
  await tab.open(place.page('message', { project_id, event_id: 'first' }));
  await press(tab, 'No thanks');
  await appears(tab, 'Credit me again');
  await tab.open(place.page('local styles', { project_id, event_id: 'second' }));
  await appears(tab, 'Credit me again');
  expect(await textOf(tab)).toContain('Not credited');
  expect(await askedOn(tab)).toEqual([]);
  await press(tab, 'Credit me again');
  await appears(tab, 'Credit me');
  await mustBeQuiet(tab);
};

/** The owner's server records; its page names the contribution and accepts a refusal. */
const passive: Journey = async (tab, place) => {
  const { service, key } = place;
  const project_id = projects.passive;
  const address = `passive-${place.name}@example.org`;
  const credits = await creditsSince(place, address, project_id);
  const asked = new URLSearchParams({ identifier: address, project_id: String(project_id), key });
  const told = (await (await service.get(`/api/profile/id?${asked}`)).json()) as Record<string, string>;
  const event = { profile_id: String(told['service_profile_id']), project_id: String(project_id) };
  await service.postForm(`/api/record_event?key=${key}`, { ...event, type: 'collection' });
  expect(await credits()).toEqual(['api']);

  const participant = told['participant_token'] ?? '';
  await tab.open(place.page('message', { mode: 'passive', project_id, participant }));
  await appears(tab, 'Never for this project');
  expect(await textOf(tab)).toContain('This goes to the profile of your email address');
  expect(await askedOn(tab)).toEqual(['/embed/project']);
  await followsBackgrounds(tab);
  await press(tab, 'Never for this project');
  await appears(tab, 'Undo');
  expect(await credits()).toEqual([]);
  await press(tab, 'Undo');
  await appears(tab, 'Never for this project');
  expect(await credits()).toEqual(['api']);
  await mustBeQuiet(tab);
};

/** One agreement in our window is valid for all embeds of the page's site. */
const oneYes: Journey = async (tab, place) => {
  const project_id = projects.member;
  const credits = await creditsSince(place, place.member, project_id);
  await tab.open(place.page('message', { project_id, event_id: `${place.name}-first` }));
  await agree(tab, place, 'Credit me');
  await says(tab, credited);
  await mustBeQuiet(tab);

  await tab.open(place.page('local styles', { project_id, event_id: `${place.name}-second` }));
  const title =
    '() => document.querySelector(".manyhands-card:not(.manyhands-loading) .manyhands-title")?.textContent';
  await until(credited, async () => (await tab.evaluate(title)) === credited);
  await mustBeQuiet(tab);

  await tab.open(
    place.page('headless', { project_id, event_id: `${place.name}-third`, trigger: '#control' }),
  );
  await press(tab, 'Count me in');
  await hears(tab, ['credited']);
  await mustBeQuiet(tab);
  expect(await credits()).toEqual(['browser', 'browser', 'browser']);

  await tab.open(place.page('helper', { project_id, profile: '#profile', 'profile-token': '#proof' }));
  const profile = String(await profileId(place.service, place.key, place.member));
  await until('profile in its field', async () => (await fieldsOn(tab)).profile === profile);
  await mustBeQuiet(tab);
};

const headless: Journey = async (tab, place) => {
  const project_id = projects.headless;
  const credits = await creditsSince(place, place.member, project_id);
  await tab.open(place.page('headless', { project_id, event_id: place.name, trigger: '#control' }));
  expect(await askedOn(tab)).toEqual([]);
  await agree(tab, place, 'Count me in');
  await hears(tab, ['credited']);
  await press(tab, 'Count me in');
  await hears(tab, ['credited', 'credited']);
  expect(await credits()).toEqual(['browser']);
  await mustBeQuiet(tab);
};

const helper: Journey = async (tab, place) => {
  const project_id = projects.helper;
  await tab.open(place.page('helper', { project_id, profile: '#profile', 'profile-token': '#proof' }));
  await appears(tab, 'Add my Manyhands profile');
  expect(await fieldsOn(tab)).toEqual({ profile: '', proof: '' });
  await agree(tab, place, 'Add my Manyhands profile');
  await says(tab, 'Your Manyhands profile is added');
  const { profile, proof } = await fieldsOn(tab);
  expect(profile).toBe(String(await profileId(place.service, place.key, place.member)));
  expect(proof).toMatch(/^.{16,}$/);
  await mustBeQuiet(tab);
};

const consent: Journey = async (tab, place) => {
  const project_id = projects.consent;
  await tab.open(place.page('message', { project_id, event_id: 'first', consent: 'required' }));
  await until('message', () =>
    tab.evaluate('() => document.querySelector("manyhands-confirmation")?.localName'),
  );
  expect(await isThere(tab, 'Credit me')).toBe(false);
  expect(await askedOn(tab)).toEqual([]);
  await tab.evaluate('() => String(document.dispatchEvent(new Event("manyhands:consent")))');
  await appears(tab, 'Credit me');
  expect(await askedOn(tab)).toEqual(['/embed/project']);
  await mustBeQuiet(tab);
};

/** A visitor looks at more projects; another page shows a chosen one. */
export const finder: Journey = async (tab, place) => {
  await tab.open(place.page('finder', { limit: 4 }));
  await says(tab, 'Projects: 7');
  // The newest first.
  await appears(tab, 'Project of the helper');
  await press(tab, 'More projects');
  await says(tab, 'Project of the newcomer');
  await tab.open(place.page('finder', { projects: projects.helper, title: 'Join us' }));
  await says(tab, 'Join us');
  await appears(tab, 'Project of the helper');
  expect(await isThere(tab, 'Search')).toBe(false);
  await mustBeQuiet(tab);
};

/** An owner builds a finder with one project, and puts it on a page; saved, it changes there without a new snippet. */
export const builder: Journey = async (tab, place) => {
  const isAlive = () =>
    until('script of the page', async () => !(await isThere(tab, 'Show the snippet')), tab);
  const snippet = () => ask(tab, () => document.querySelector('.result .copy-field code')?.textContent ?? '');
  // Pressed by the page itself: the preview that is drawn may move another control under the pointer.
  const save = async (name: string) => {
    await ask(
      tab,
      (name) =>
        [...document.querySelectorAll('button')]
          .find(({ textContent }) => textContent?.trim() === name)
          ?.click(),
      name,
    );
    await says(tab, 'Saved. Pages that show it');
  };
  await tab.open(`${ours}/builder?embed=finder`);
  await isAlive();
  await fill(tab, 'Chosen projects', String(projects.helper));
  await fill(tab, 'Words of the heading', 'Help us');
  await until('snippet', async () => (await snippet()).includes('data-title="Help us"'), tab);
  const { values = {} } = readSnippet(await snippet()) ?? {};
  expect(values).toEqual({ projects: String(projects.helper), title: 'Help us' });
  await save('Save');
  const widget = await until(
    'number of the widget',
    async () => /data-widget="(\d+)"/.exec(await snippet())?.[1],
    tab,
  );
  const edit = await ask(
    tab,
    () => document.querySelector<HTMLAnchorElement>('a.button.primary')?.href ?? '',
  );
  await tab.open(place.page('finder', values));
  await says(tab, 'Help us');
  await appears(tab, 'Project of the helper');
  await tab.open(place.page('finder', { widget }));
  await says(tab, 'Help us');
  await tab.open(edit);
  await isAlive();
  await fill(tab, 'Words of the heading', ' now');
  await until('address', async () => (await ask(tab, () => location.search)).includes('now'), tab);
  await save('Save the changes');
  // The browser may keep the reply for a minute; a page in another language asks again.
  await tab.open(place.page('finder', { widget, lang: 'fr' }));
  await says(tab, 'now');
  await mustBeQuiet(tab);
};

export const journeys: Record<string, Journey> = {
  newcomer,
  decliner,
  passive,
  oneYes,
  headless,
  helper,
  consent,
};
