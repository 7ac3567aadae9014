/** The service that test files share: no file finds what another one left. */
import { expect, test } from 'vitest';
import { addProject, count, rows, shareScene, signIn } from '../server/scene.ts';
import { endFile } from './after-file.ts';

test('the next file gets the same service with the rows that each begins with', async () => {
  const { service, owner } = await shareScene('sqlite');
  const cookie = await signIn(service, 'owner@example.org');
  const id = await addProject(service, owner, 'Left behind');
  await service.operate('publish', String(id));
  await service.operate('correct', '11', 'name', 'Renamed Count');
  const search = async (q: string) => {
    const reply = await service.get(`/finder?format=json&q=${q}&key=${owner}`);
    return ((await reply.json()) as { total: number }).total;
  };
  expect([await search('behind'), await search('renamed')]).toEqual([1, 1]);

  await endFile();
  const next = await shareScene('sqlite');
  expect(next.service).toBe(service);
  expect((await service.get('/me', { headers: { cookie } })).status).toBe(303);
  expect([await search('behind'), await search('renamed'), await search('bird')]).toEqual([0, 0, 1]);
  expect([await count(service, 'projects'), await count(service, 'mails')]).toEqual([4, 0]);
  expect(await service.mails()).toEqual([]);
  expect(service.log()).not.toContain('/sign-in');
  const again = await addProject(service, next.owner, 'Another');
  expect(again).toBe(id);
  expect(await rows(service, `select name from projects where project_id = ${again}`)).toEqual([
    { name: 'Another' },
  ]);
});
