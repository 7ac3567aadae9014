/** A newcomer counts birds, and is credited without leaving the page. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { profileOf, grantsOf, signInOnPages, signInAsOperator, statsOf } from './member.ts';
import {
  buttonOn,
  countBirds,
  creditByEmail,
  credited,
  joinByEmail,
  messageOn,
  projectOn,
  titled,
} from '../partner.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { listen } from '../wire.ts';

/** With characters that mean something else in the address of a page. */
const newcomer = 'new&co+mer%41@example.org';

describe.each(engines)('with %s', (engine) => {
  let service: Service;
  let newPerson: Journeys['newPerson'];

  beforeAll(async () => {
    ({ service, newPerson } = await startJourneys(engine));
  });

  // Without a second try: the totals do not begin at nothing again.
  test(
    'joins by six digits; the count is on the profile once, and undoing it leaves the totals',
    { retry: 0 },
    async () => {
      await using participant = await newPerson();
      await using owner = await newPerson();
      await signInAsOperator(owner.page, service);
      const { page } = participant;
      await countBirds(page, service);
      const project = await projectOn(page);
      const stats = () => statsOf(owner.page, service, project);
      expect(await stats()).toEqual({ events: 0, rows: [] });

      await creditByEmail(page, service, ofThisTry(newcomer));
      await titled(page, 'Credited to your profile');
      const once = { events: 1, rows: ['participant’s browser 1 · Total 1'] };
      expect(await stats()).toEqual(once);
      await page.getByText('Your first contribution here · 12').waitFor();
      // The form on our site has the address that was proven, and its address bar has it no longer.
      const [ours] = await Promise.all([
        participant.context.waitForEvent('page'),
        page.getByRole('link', { name: 'See it on' }).click(),
      ]);
      await expect.poll(() => ours.getByLabel('Email address').inputValue()).toBe(ofThisTry(newcomer));
      expect(new URL(ours.url()).hash).toBe('');
      // A fragment that is no text breaks nothing on the page.
      await ours.goto(`${service.baseUrl}/sign-in#%E0%A4%A@`);
      await ours.getByText('Sign in with a passkey').waitFor();
      await ours.close();

      await page.reload();
      await credited(page);
      expect(await stats()).toEqual(once);

      // In a second tab, as people do: the message is still open in the first.
      const mine = await participant.context.newPage();
      await signInOnPages(mine, service, ofThisTry(newcomer));
      expect(await profileOf(mine, service)).toEqual([
        expect.stringMatching(/^1 contribution · 12\smin · last /),
      ]);
      expect(await grantsOf(mine, service)).toEqual([expect.stringContaining('by a code emailed to you')]);

      await buttonOn(page, 'Undo').click();
      await titled(page, 'Removed from your profile');
      expect(await profileOf(mine, service)).toEqual([]);
      expect(await stats()).toEqual(once);

      await page.reload();
      await titled(page, 'Removed from your profile');
      expect(await profileOf(mine, service)).toEqual([]);
      expect(await stats()).toEqual(once);
      expect([...participant.problems, ...owner.problems]).toEqual([]);
    },
  );

  test('the next count is credited without a question', async () => {
    await using participant = await newPerson();
    const { page } = participant;
    await countBirds(page, service);
    await creditByEmail(page, service, ofThisTry('regular@example.org'));
    await countBirds(page, service, 0);
    await credited(page);
    const mine = await participant.context.newPage();
    await signInOnPages(mine, service, ofThisTry('regular@example.org'));
    expect(await profileOf(mine, service)).toEqual([expect.stringMatching(/^2 contributions · 24\smin · /)]);
    expect(participant.problems).toEqual([]);
  });
});

describe('on the way', () => {
  let service: Service;
  let newPerson: Journeys['newPerson'];

  beforeAll(async () => {
    ({ service, newPerson } = await startJourneys());
  });

  test('"Credit me" offers email when its window was closed', async () => {
    await using participant = await newPerson();
    const { page } = participant;
    await countBirds(page, service);
    const opening = page.waitForEvent('popup');
    await buttonOn(page, 'Credit me').click();
    const popup = await opening;
    await popup.getByRole('heading', { name: 'Sign in to add your contribution' }).waitFor();
    await popup.close();
    await buttonOn(page, 'Use my email').click();
    await joinByEmail(page, service, ofThisTry('closed-it@example.org'));
    await credited(page);
    expect(participant.problems).toEqual([]);
  });

  test('before a click, two requests contain nothing about the person, and no cookie is set', async () => {
    await using participant = await newPerson();
    const { page, context } = participant;
    const wire = listen(page, service);
    await countBirds(page, service);
    await buttonOn(page, 'Credit me').waitFor();
    const project = await projectOn(page);
    const before = await wire.exchanges();
    expect(before.map(({ line }) => line)).toEqual([
      'GET /static/api/recordevent_with_service_inline_signup.js',
      `GET /embed/project?project_id=${project}&lang=en`,
    ]);
    const usual = /^(:|accept|connection$|host$|origin$|referer$|sec-|user-agent$|cache-control$|pragma$)/;
    for (const { sent, body } of before) {
      expect(Object.keys(sent).filter((name) => !usual.test(name))).toEqual([]);
      expect(body).toBe('');
      // The page's path, with the number of the visit, is not sent.
      expect(['', `http://127.0.0.1:${service.port}/`]).toContain(sent['referer'] ?? '');
    }
    await creditByEmail(page, service, ofThisTry('on-the-wire@example.org'));
    await buttonOn(page, 'Undo').click();
    await buttonOn(page, 'Never for this project').click();
    await titled(page, 'Not credited');
    const all = await wire.exchanges();
    expect(all.map(({ line, status }) => `${line} ${status}`).slice(2)).toEqual([
      // The second part is fetched with the click.
      expect.stringMatching(/^GET .static.api.recordevent_second_part\.[\w-]{12}\.js 200$/),
      'POST /embed/join 200',
      'POST /embed/join/code 200',
      'POST /embed/record 200',
      'POST /embed/undo 200',
      'POST /embed/decline 200',
    ]);
    for (const { sent, received } of all) {
      expect(sent['cookie']).toBeUndefined();
      expect(received['set-cookie']).toBeUndefined();
    }
    expect(await context.cookies()).toEqual([]);
    expect(participant.problems).toEqual([]);
  });

  test("a person who is signed in on the service is not recognised on the partner's page", async () => {
    await using participant = await newPerson();
    const { page, context } = participant;
    // In a tab of its own, whose requests are not the message's.
    await signInOnPages(await context.newPage(), service, ofThisTry('signed-in@example.org'));
    expect(await context.cookies(service.baseUrl)).toHaveLength(1);
    const wire = listen(page, service);
    await countBirds(page, service);
    await buttonOn(page, 'Credit me').waitFor();
    await expect.poll(() => messageOn(page).innerText()).not.toContain('signed-in');
    const exchanges = await wire.exchanges();
    expect(exchanges.map(({ line }) => line)).toEqual([
      expect.stringMatching(/^GET .static.api/),
      expect.stringMatching(/^GET .embed.project/),
    ]);
    for (const { sent } of exchanges) expect(sent['cookie']).toBeUndefined();
    expect(participant.problems).toEqual([]);
  });
});
