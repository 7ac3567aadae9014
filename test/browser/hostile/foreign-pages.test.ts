/** Difficult pages: the message included twice, and style sheets that hide everything. */
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { eventsOf } from '../database.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { countBirds, joinByEmail, messageOn, projectOn } from '../partner.ts';
import { serveSite } from '../site-of-its-own.ts';

let service: Service;
let newPerson: Journeys['newPerson'];
let project: number;
let site: string;

// `html` and `body` are not hidden: an element outside the page's box tree cannot be shown.
const hostile = `<style>
  body *{display:none!important;color:transparent!important;visibility:hidden!important;font-size:1px!important}
  div,p,h2,button{opacity:0!important;position:absolute!important;left:-9999px!important;height:0!important}
  manyhands-confirmation{max-width:1px!important;transform:scale(0)!important;clip-path:inset(50%)!important}
</style>`;

const pages = (query: URLSearchParams) => {
  const snippet = `<script src="${service.baseUrl}/static/api/recordevent_with_service_inline_signup.js"
    data-project_id="${project}" data-magnitude="1" async></script>`;
  return {
    head: query.has('hostile') ? hostile : '',
    body: `${query.has('twice') ? snippet + snippet : snippet}<p>Words of the page</p>`,
  };
};

beforeAll(async () => {
  let person: Journeys['newPerson'];
  ({ service, newPerson: person } = await startJourneys('sqlite', {}, 'shell'));
  newPerson = person;
  await using visitor = await newPerson();
  await countBirds(visitor.page, service);
  project = await projectOn(visitor.page);
  site = await serveSite(pages);
  await service.operate('origin', String(project), site);
});

test('two includes on one page make one event, and agree about it', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await page.goto(`${site}/?twice`);
  const [one, other] = [messageOn(page).first(), messageOn(page).last()];
  await other.getByRole('button', { name: 'Credit me' }).waitFor();
  await expect.poll(() => messageOn(page).count()).toBe(2);
  await one.getByRole('button', { name: 'use my email' }).click();
  await joinByEmail(page, service, ofThisTry('sees-double@example.org'));
  for (const message of [one, other]) await message.getByRole('button', { name: 'Undo' }).waitFor();
  expect(eventsOf(service, project)).toHaveLength(1);

  await page.reload();
  for (const message of [one, other]) await message.getByRole('button', { name: 'Undo' }).waitFor();
  expect(eventsOf(service, project)).toHaveLength(1);

  // Another visit is another contribution: one, although both copies have the grant and record by themselves.
  await page.goto(`${site}/?twice&next`);
  for (const message of [one, other]) await message.getByRole('button', { name: 'Undo' }).waitFor();
  expect(eventsOf(service, project)).toHaveLength(2);

  await other.getByRole('button', { name: 'Undo' }).click();
  for (const message of [one, other])
    await message.getByRole('heading', { name: 'Removed from your profile' }).waitFor();
  expect(eventsOf(service, project).filter(({ profile_id }) => profile_id !== null)).toHaveLength(1);
  expect(participant.problems).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'a hostile style sheet changes no pixel of the message, %s',
  async (colorScheme) => {
    await using participant = await newPerson({ colorScheme });
    const { page } = participant;
    const shot = async (path: string) => {
      await page.goto(site + path);
      await messageOn(page).getByRole('button', { name: 'Credit me' }).waitFor();
      return messageOn(page).screenshot({ animations: 'disabled' });
    };
    const friendly = await shot('/');
    expect(friendly.equals(await shot('/?hostile'))).toBe(true);
    // The style sheet works on the rest of the page.
    await expect.poll(() => page.getByText('Words of the page').isVisible()).toBe(false);
    await expect
      .poll(() => messageOn(page).evaluate((host) => host.checkVisibility({ opacityProperty: true })))
      .toBe(true);
    await messageOn(page).getByRole('button', { name: 'No thanks' }).click();
    await messageOn(page).getByRole('button', { name: 'Credit me again' }).click();
    await messageOn(page).getByRole('button', { name: 'Credit me' }).waitFor();
    expect(participant.problems).toEqual([]);
  },
);
