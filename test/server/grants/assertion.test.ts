/** The browser helper's assertion, which record_event accepts instead of a profile id. */
import { beforeAll, describe, expect, test } from 'vitest';
import { assertions } from '../../../server/grants/assertion.ts';
import { sealer } from '../../../server/secrets/secrets.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { fieldsOf, joinFrom, projects, refusal, rows, send, shareScene, success } from '../scene.ts';

const { birds, frogs } = projects;

test('an assertion is valid for 24 hours, for its project, while its grant is', async () => {
  const { issue, read } = assertions(sealer('a pepper', 'assertion'), async (grantId) => grantId === 1);
  const grant = { grantId: 1, profileId: 2, projectId: 3, agreedAt: 0 };
  const token = issue(grant, 0);
  const dayLong = 86_400_000;
  expect([
    await read(token, 3, 0),
    await read(token, 3, dayLong - 1),
    await read(token, 3, dayLong),
    await read(token, 4, 0),
    await read(issue({ ...grant, grantId: 9 }, 0), 3, 0),
  ]).toEqual([2, 2, undefined, undefined, undefined]);
});

describe.each(engines)('assertions on %s', (engine) => {
  let service: Service;
  let owner: string;
  let profile: number;
  let assertion: string;

  const ask = async (project: { id: number; origin: string }, grant: string) =>
    success(
      'POST /embed/assertion',
      await send(service, '/embed/assertion', { project_id: project.id, grant }, project.origin),
    );

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    const { grant } = await joinFrom(service, birds, 'helper@example.org');
    ({ profile_id: profile, participant_token: assertion } = await ask(birds, grant));
  });

  const record = (said: Record<string, string>) =>
    service.postForm(`/api/record_event?key=${owner}`, {
      project_id: String(birds.id),
      type: 'collection',
      ...said,
    });

  test("records for the grant's profile, alone or together with the same number", async () => {
    const saids: Record<string, string>[] = [{}, { profile_id: String(profile) }];
    for (const said of saids) {
      const reply = await record({ participant_token: assertion, ...said });
      const { event_id } = await success('POST /api/record_event', reply);
      const [row] = await rows(service, `select profile_id, source from events where event_id = ${event_id}`);
      expect(row).toEqual({ profile_id: profile, source: 'api' });
    }
  });

  test('without a number and an assertion, the refusal names both fields and every other fault', async () => {
    const both = ['participant_token', 'profile_id'];
    expect(fieldsOf(await refusal(await record({}), 400, 'invalid'))).toEqual(both);
    const more = await refusal(await record({ type: 'walk' }), 400, 'invalid');
    expect(fieldsOf(more)).toEqual([...both, 'type']);
  });

  test('together with a different number it is refused', async () => {
    const reply = await record({ participant_token: assertion, profile_id: '17' });
    expect(fieldsOf(await refusal(reply, 400, 'invalid'))).toEqual(['participant_token', 'profile_id']);
  });

  test('the one-hour token of the look-up never records, and an assertion is not accepted as a participant token', async () => {
    const looked = await service.get(
      `/api/profile/token?profile_id=${profile}&project_id=${birds.id}&key=${owner}`,
    );
    const { participant_token } = await success('GET /api/profile/token', looked);
    const { error, ...refused } = await refusal(await record({ participant_token }), 400, 'invalid');
    expect(fieldsOf({ error, ...refused })).toEqual(['participant_token']);
    expect(error).toMatch(/one-hour token .* never records/);
    const said = { project_id: birds.id, participant: assertion };
    await refusal(await send(service, '/embed/decline', said, birds.origin), 401, 'token_gone');
  });

  test.each([
    ['made up', 'x'.repeat(80)],
    ['another word', 'null'],
  ])('one that is %s is refused', async (_, participant_token) => {
    expect(fieldsOf(await refusal(await record({ participant_token }), 400, 'invalid'))).toEqual([
      'participant_token',
    ]);
  });

  test('one that was changed is refused', async () => {
    const changed = `${assertion.slice(0, -1)}${assertion.endsWith('A') ? 'B' : 'A'}`;
    await refusal(await record({ participant_token: changed.replace(/^./, 'Z') }), 400, 'invalid');
  });

  test('it is valid for one project only', async () => {
    const reply = await record({ participant_token: assertion, project_id: String(frogs.id) });
    expect(fieldsOf(await refusal(reply, 400, 'invalid'))).toEqual(['participant_token']);
  });

  test('a page of a different origin gets none', async () => {
    const { grant } = await joinFrom(service, birds, 'elsewhere@example.org');
    const said = { project_id: birds.id, grant };
    await refusal(await send(service, '/embed/assertion', said, frogs.origin), 403, 'origin_not_registered');
    await refusal(
      await send(service, '/embed/assertion', { ...said, grant: 'x'.repeat(43) }, birds.origin),
      401,
      'grant_gone',
    );
  });

  test('it ends with its grant', async () => {
    const { grant } = await joinFrom(service, birds, 'ends@example.org');
    const { participant_token, grant: newer = grant } = await ask(birds, grant);
    await success('POST /api/record_event', await record({ participant_token }));
    await success(
      'POST /embed/forget',
      await send(service, '/embed/forget', { project_id: birds.id, grant: newer }, birds.origin),
    );
    expect(fieldsOf(await refusal(await record({ participant_token }), 400, 'invalid'))).toEqual([
      'participant_token',
    ]);
  });
});
