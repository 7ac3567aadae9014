/** The scene of the requests that are read: an owner, a participant, and the ways to send a contribution. */
import { beforeAll } from 'vitest';
import { type Engine, type Service } from '../../set-up/service/start-service.ts';
import { profileId, projects, shareScene } from '../scene.ts';

const { birds } = projects;

/** Sets the scene before the tests of a describe block. */
export function readingScene(engine: Engine) {
  let service: Service;
  let owner: string;
  let participant: number;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    participant = await profileId(service, owner, 'participant@example.org');
  });

  const pairs = (): [string, string][] => [
    ['profile_id', String(participant)],
    ['project_id', String(birds.id)],
    ['type', 'collection'],
  ];
  const asForm = (more = '') =>
    `${pairs()
      .map(([name, value]) => `${name}=${value}`)
      .join('&')}${more}`;
  const asJson = (more: object = {}) => JSON.stringify({ ...Object.fromEntries(pairs()), ...more });
  const post = (body: string | Uint8Array, type?: string, query = '') =>
    service.get(`/api/record_event?key=${owner}${query}`, {
      method: 'POST',
      body: body as BodyInit,
      headers: type === undefined ? {} : { 'content-type': type },
    });

  return {
    get service() {
      return service;
    },
    get owner() {
      return owner;
    },
    get participant() {
      return participant;
    },
    pairs,
    asForm,
    asJson,
    post,
  };
}
