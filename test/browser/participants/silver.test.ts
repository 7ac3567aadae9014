/** The owner's server reports; the message informs the participant, who can refuse. */
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { eventsOf } from '../database.ts';
import { profileOf, signIn, signInAsOperator, statsOf } from './member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { buttonOn, joinByEmail, kept, projectOn, surveyPond, titled, written } from '../partner.ts';
import { callFrom, listen } from '../wire.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

const named = 'This goes to the profile of your email address';
const optedOut = ['Not credited You opted out. What you do there isn’t linked to you.'];
const fromServer = (events: number) => ({
  events,
  rows: [`your server ${events} · Total ${events}`],
});
const tiedToNobody = { profile_id: null, source: 'api', place: null, extra: null };

test('names the contribution without a click; a refusal is for this one and the next', async () => {
  await using participant = await newPerson();
  await using owner = await newPerson();
  await signInAsOperator(owner.page, service);
  const { page } = participant;
  const wire = listen(page, service);
  await surveyPond(page, service, ofThisTry('shy@example.org'));
  const project = await projectOn(page);
  const before = await statsOf(owner.page, service, project);
  const earlier = eventsOf(service, project).length;

  await buttonOn(page, 'Never for this project').waitFor();
  await titled(page, named);
  // Nothing was posted for this: the page's token stayed on the page.
  expect((await wire.exchanges()).map(({ line }) => line.replace(/=\d+/, '=N'))).toEqual([
    'GET /static/api/recordevent_with_service_inline_signup.js',
    'GET /embed/project?project_id=N&lang=en',
  ]);
  const credited = () => eventsOf(service, project).at(-1)?.profile_id;
  const profile = credited();
  await buttonOn(page, 'Never for this project').click();
  await titled(page, 'Not credited');
  expect(credited()).toBeNull();
  await buttonOn(page, 'Undo').click();
  await titled(page, named);
  expect(credited()).toBe(profile);
  await page.reload();
  await buttonOn(page, 'Never for this project').click();
  await titled(page, 'Not credited');

  await surveyPond(page, service, ofThisTry('shy@example.org'));
  await buttonOn(page, 'Credit me again').waitFor();
  expect(eventsOf(service, project).slice(earlier - 1)).toEqual([tiedToNobody, tiedToNobody]);
  expect(await statsOf(owner.page, service, project)).toEqual(fromServer(before.events + 1));

  const mine = await participant.context.newPage();
  await signIn(mine, service, ofThisTry('shy@example.org'));
  expect(await profileOf(mine, service)).toEqual(optedOut);
  await expect.poll(() => mine.getByText('Are these yours?').count()).toBe(0);

  // From another browser, where nothing was clicked: the service has stored the refusal.
  await using elsewhere = await newPerson();
  await surveyPond(elsewhere.page, service, ofThisTry('shy@example.org'));
  expect(eventsOf(service, project).at(-1)).toEqual(tiedToNobody);
  expect(await profileOf(mine, service)).toEqual(optedOut);
  expect([...participant.problems, ...owner.problems, ...elsewhere.problems]).toEqual([]);
});

test('a person who does not answer finds it under "Are these yours?" after joining', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await surveyPond(page, service, ofThisTry('quiet@example.org'));
  await buttonOn(page, 'Never for this project').waitFor();
  await signIn(page, service, ofThisTry('quiet@example.org'));
  expect(await profileOf(page, service)).toEqual([]);
  await page.getByRole('button', { name: /^These are mine/ }).click();
  await page.getByText('Are these yours?').waitFor({ state: 'detached' });
  expect(await profileOf(page, service)).toEqual([expect.stringMatching(/^1 contribution · 30\smin · /)]);
  expect(participant.problems).toEqual([]);
});

test('"Not this one" is put back on the page, also after a reload, and leaves later ones alone', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await surveyPond(page, service, ofThisTry('sorry@example.org'));
  const project = await projectOn(page);
  const profile = eventsOf(service, project).at(-1)?.profile_id;
  await buttonOn(page, 'Not this one').click();
  await titled(page, 'Removed from your profile');
  expect(eventsOf(service, project).at(-1)?.profile_id).toBeNull();
  await page.reload();
  await titled(page, 'Removed from your profile');
  await buttonOn(page, 'Put it back').click();
  await titled(page, named);
  expect(eventsOf(service, project).at(-1)?.profile_id).toBe(profile);
  await surveyPond(page, service, ofThisTry('sorry@example.org'));
  expect(eventsOf(service, project).at(-1)?.profile_id).toBe(profile);
  expect(participant.problems).toEqual([]);
});

test('a person who joins on the page keeps it', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await surveyPond(page, service, ofThisTry('joins@example.org'));
  await buttonOn(page, 'New there? Join').click();
  await joinByEmail(page, service, ofThisTry('joins@example.org'));
  await buttonOn(page, 'Never for this project').waitFor();
  await signIn(page, service, ofThisTry('joins@example.org'));
  expect(await profileOf(page, service)).toEqual([expect.stringMatching(/^1 contribution · 30\smin · /)]);
  expect(participant.problems).toEqual([]);
});

test("the page's token records nothing and lifts no opt-out, whatever it is sent to", async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await surveyPond(page, service, ofThisTry('guarded@example.org'));
  const project_id = await projectOn(page);
  const participantToken = await written(page, 'participant');
  expect(participantToken).not.toBe('');
  const call = (path: string, body: object) => callFrom(page, service, path, { project_id, ...body });
  const record = { type: 'collection', event_id: 'not-theirs', grant: participantToken };

  const count = eventsOf(service, project_id).length;
  expect(await call('/embed/record', record)).toMatchObject({ status: 401, reply: { code: 'grant_gone' } });
  await buttonOn(page, 'Never for this project').click();
  await titled(page, 'Not credited');
  expect(await kept(page, project_id, 'declined')).toBe('yes');
  expect(eventsOf(service, project_id).at(-1)).toEqual(tiedToNobody);

  const participant_token = { participant: participantToken };
  const replies = [
    await call('/embed/record', record),
    await call('/embed/undo', { grant: participantToken }),
    await call('/embed/decline', { grant: participantToken }),
    await call('/embed/forget', { grant: participantToken }),
    await call('/embed/connect', { code: participantToken, verifier: 'v'.repeat(43) }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  const allowed = [
    await call('/embed/undo', participant_token),
    await call('/embed/decline', participant_token),
  ];
  for (const { status, reply } of allowed) {
    expect(status).toBe(200);
    expect(reply).toMatchObject({ result: 'success', credited: false });
  }

  await surveyPond(page, service, ofThisTry('guarded@example.org'));
  expect(eventsOf(service, project_id).slice(count - 1)).toEqual([tiedToNobody, tiedToNobody]);
  await signIn(page, service, ofThisTry('guarded@example.org'));
  expect(await profileOf(page, service)).toEqual(optedOut);
});

test('at a later visit only the participant can undo a refusal: with digits from their own mail', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await surveyPond(page, service, ofThisTry('again@example.org'));
  await buttonOn(page, 'Never for this project').click();
  await titled(page, 'Not credited');
  await page.reload();
  await buttonOn(page, 'Credit me again').click();
  // The text for a stranger, that it happens automatically, would be wrong here.
  await titled(page, 'Credit you again?');
  await buttonOn(page, 'Use my email').click();
  await joinByEmail(page, service, ofThisTry('again@example.org'));
  await buttonOn(page, 'Never for this project').waitFor();
  await surveyPond(page, service, ofThisTry('again@example.org'));
  await titled(page, named);
  await signIn(page, service, ofThisTry('again@example.org'));
  expect(await profileOf(page, service)).toEqual([expect.stringMatching(/^1 contribution · 30\smin · /)]);
  expect(participant.problems).toEqual([]);
});
