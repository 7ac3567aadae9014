/** Actions and checks that journeys share. */
import { expect } from 'vitest';
import { newestMail, profileId, rows } from '../server/scene.ts';
import type { Service } from '../set-up/service/start-service.ts';
import { ours } from './network.ts';
import type { EngineScene } from './scene.ts';
import { ask, fill, press, says, until, type Tab } from './tab.ts';

export type Journey = (tab: Tab, place: EngineScene) => Promise<void>;

type Noted = { trouble: string[]; heard: string[] };

/** No problems: no error, no violation of the page's policy, no line in the console except these. */
export const mustBeQuiet = async (tab: Tab, ...lines: unknown[]) =>
  expect(await ask(tab, () => (window as never as Noted).trouble)).toEqual(lines);

/** The page receives these events of the embed, and no others before. */
export async function hears(tab: Tab, events: string[]) {
  const heard = () => ask(tab, () => (window as never as Noted).heard);
  await until('event', async () => (await heard()).length >= events.length);
  expect(await heard()).toEqual(events);
}

/** The requests of the page to the service since it was loaded. */
export const askedOn = (tab: Tab) =>
  ask(tab, () =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/embed/')),
  );

export const fieldsOn = (tab: Tab) =>
  ask(tab, () => {
    const at = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)?.value;
    return { profile: at('profile'), proof: at('proof') };
  });

/** The sources of the contributions that were credited since to the person with this address. */
export async function creditsSince({ service, key }: EngineScene, address: string, project: number) {
  const profile = await profileId(service, key, address);
  const all = () =>
    rows<{ event_id: number; source: string }>(
      service,
      `select event_id, source from events where project_id = ${project} and profile_id = ${profile}`,
    );
  const before = new Set((await all()).map(({ event_id }) => event_id));
  return async () =>
    (await all()).filter(({ event_id }) => !before.has(event_id)).map(({ source }) => source);
}

/** A newcomer asks for a link by mail on the page that is open, and opens it in the same browser. */
export async function joinByMail(tab: Tab, service: Service, address: string) {
  await fill(tab, 'Email address', address);
  await press(tab, 'Email me a link');
  await says(tab, 'Check your email');
  await tab.open((await newestMail(service, address)).links[0] ?? '');
  await press(tab, 'Create my profile I am 16 or older');
}

/** A newcomer signs in at our site, as people do. */
export async function signIn(tab: Tab, service: Service, address: string) {
  await tab.open(`${ours}/sign-in`);
  await joinByMail(tab, service, address);
  await says(tab, 'Nothing credited yet');
}
