/** The scene of the embeds' operations: a service with projects and their sites, and what a page and an owner's server send. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { type Engine, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  importEntries,
  joinFrom,
  profileId,
  projectEntry,
  projects,
  rows,
  send,
  shareScene,
  success,
} from '../scene.ts';

const { birds, frogs } = projects;
const shared = 'https://shared.example';
const inTheClear = 'http://plain.example';

type Stored = { profile_id: number | null; source: string; extra: string | null; place: string | null };

/** Sets the scene before the tests of a describe block. */
export function embedScene(engine: Engine) {
  let service: Service;
  let owner: string;
  let reviewed: number;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    reviewed = await addProject(service, owner, 'Moss Map');
    const tenant = projectEntry('Page Tenant', 'https://www.facebook.com/groups/tenant', { id: 31 });
    const done = await Promise.all([
      service.operator('origin', String(birds.id), shared),
      service.operator('origin', String(frogs.id), shared),
      importEntries(service, 'tenant@example.org', [tenant], '--publish'),
    ]);
    expect(done.map(({ code }) => code)).toEqual([0, 0, 0]);
    await rows(
      service,
      `insert into project_origins (project_id, origin, how, created_at)
        values (${birds.id}, '${inTheClear}', 'url', 1)`,
    );
  });

  let people = 0;
  const newAddress = () => `person-${++people}@example.org`;
  const join = (address = newAddress(), project: { id: number; origin: string } = birds) =>
    joinFrom(service, project, address);
  const record = (
    grant: string,
    more: object = {},
    { id, origin }: { id: number; origin?: string } = birds,
  ) =>
    send(
      service,
      '/embed/record',
      { grant, project_id: id, type: 'collection', event_id: randomUUID(), ...more },
      origin,
    );
  const recorded = async (grant: string, more: object = {}) =>
    success('POST /embed/record', await record(grant, more));
  const stored = async (eventId: number | undefined) =>
    (await rows<Stored>(service, `select * from events where event_id = ${eventId}`))[0];
  const profileOf = (address: string) => profileId(service, owner, address);
  /** The owner's server records, with its own submission id. */
  const recordByKey = async (profile: number, more: Record<string, string> = {}) =>
    success(
      'POST /api/record_event',
      await service.postForm(`/api/record_event?key=${owner}`, {
        profile_id: String(profile),
        project_id: String(birds.id),
        type: 'collection',
        ...more,
      }),
    );
  const participantOf = async (address: string, project = birds.id as number) => {
    const query = new URLSearchParams({ identifier: address, project_id: String(project), key: owner });
    const reply = await success('GET /api/profile/id', await service.get(`/api/profile/id?${query}`));
    return { profile: reply.service_profile_id, participant: reply.participant_token ?? 'no token' };
  };

  return {
    get service() {
      return service;
    },
    get owner() {
      return owner;
    },
    get reviewed() {
      return reviewed;
    },
    newAddress,
    join,
    record,
    recorded,
    stored,
    profileOf,
    recordByKey,
    participantOf,
  };
}
