/**
 * On pages without encryption, codes and grants would cross the network in the clear: the behaviour of the embeds
 * there.
 */
import { expect } from 'vitest';
import { projects } from './scene.ts';
import { appears, ask, isThere, press, says, textOf, type Tab } from './tab.ts';
import { askedOn, creditsSince, fieldsOn, mustBeQuiet, type Journey } from './journey-steps.ts';

const onward = 'Continue on Manyhands';

/** The target of the link on the page. */
const leadsTo = async (tab: Tab) => {
  await appears(tab, onward);
  return ask(tab, () => {
    const root = document.querySelector('manyhands-confirmation, manyhands-profile');
    return (root?.shadowRoot ?? root)?.querySelector('a')?.href ?? '';
  });
};

/** The message links to our own page; a press there credits once. */
const byHand: Journey = async (tab, place) => {
  const project_id = projects.member;
  const credits = await creditsSince(place, place.member, project_id);
  const page = place.page('message', { project_id, event_id: `${place.name}-first` });
  await tab.open(page);
  const ours = await leadsTo(tab);
  expect(await textOf(tab)).toContain('can’t be done securely here');
  for (const name of ['Credit me', 'I’m new, use my email']) expect(await isThere(tab, name)).toBe(false);
  expect(await askedOn(tab)).toEqual(['/embed/project']);
  await mustBeQuiet(tab);
  await tab.open(ours);
  await says(tab, 'Credit your contribution?');
  expect(await credits()).toEqual([]);
  await press(tab, 'Credit me');
  await says(tab, 'Credited to your profile');
  await tab.open(page);
  expect(await leadsTo(tab)).toBe(ours);
  await tab.open(ours);
  await says(tab, 'Credited to your profile');
  expect(await credits()).toEqual(['link']);
};

const decliner: Journey = async (tab, place) => {
  const project_id = projects.decliner;
  await tab.open(place.page('message', { project_id, event_id: 'first' }));
  await press(tab, 'No thanks');
  await appears(tab, 'Credit me again');
  await tab.open(place.page('local styles', { project_id, event_id: 'second' }));
  await appears(tab, 'Credit me again');
  expect(await askedOn(tab)).toEqual([]);
  await press(tab, 'Credit me again');
  await appears(tab, onward);
  await mustBeQuiet(tab);
};

const passive: Journey = async (tab, place) => {
  await tab.open(place.page('message', { mode: 'passive', project_id: projects.passive }));
  expect(await leadsTo(tab)).toContain(`/project/${projects.passive}`);
  await mustBeQuiet(tab);
};

const consent: Journey = async (tab, place) => {
  await tab.open(
    place.page('message', { project_id: projects.consent, event_id: 'first', consent: 'required' }),
  );
  expect(await isThere(tab, onward)).toBe(false);
  expect(await askedOn(tab)).toEqual([]);
  await ask(tab, () => document.dispatchEvent(new Event('manyhands:consent')));
  await appears(tab, onward);
  await mustBeQuiet(tab);
};

/** The owner reads why their control does not credit. */
const headless: Journey = async (tab, place) => {
  const project_id = projects.headless;
  await tab.open(place.page('headless', { project_id, event_id: place.name, trigger: '#control' }));
  await press(tab, 'Count me in');
  await mustBeQuiet(tab, '[Manyhands] Add data-project_id, data-trigger and https.');
  expect(await tab.opened()).toEqual([]);
  expect(await askedOn(tab)).toEqual([]);
};

/** The field stays empty, and the form can be sent. */
const helper: Journey = async (tab, place) => {
  const project_id = projects.helper;
  await tab.open(place.page('helper', { project_id, profile: '#profile', 'profile-token': '#proof' }));
  expect(await leadsTo(tab)).toContain(`/project/${project_id}`);
  expect(await fieldsOn(tab)).toEqual({ profile: '', proof: '' });
  await mustBeQuiet(tab);
};

export const unencrypted: Record<string, Journey> = { byHand, decliner, passive, consent, headless, helper };
