/** The scene of recording: two owners, a participant, and a contribution. */
import { beforeAll } from 'vitest';
import { type Engine, type Service } from '../../set-up/service/start-service.ts';
import { addProject, count, profileId, projects, rows, shareScene, success } from '../scene.ts';

const { birds } = projects;

export type Stored = {
  profile_id: number | null;
  type: string;
  source: string;
  is_late: number;
  is_test: number;
  happened_at: number;
  duration: number | null;
  magnitude: number | null;
  place: string | null;
  extra: string | null;
};

/** Sets the scene before the tests of a describe block. */
export function recordScene(engine: Engine) {
  let service: Service;
  let owner: string;
  let stranger: string;
  let participant: number;
  let reviewed: number;

  beforeAll(async () => {
    ({ service, owner, stranger } = await shareScene(engine));
    participant = await profileId(service, owner, 'participant@example.org');
    reviewed = await addProject(service, owner, 'Moss Map');
  });

  const path = (key = owner) => `/api/record_event?key=${key}`;
  const usual = (more: Record<string, string> = {}) => ({
    profile_id: String(participant),
    project_id: String(birds.id),
    type: 'collection',
    ...more,
  });
  const record = (more: Record<string, string> = {}, init?: RequestInit) =>
    service.postForm(path(), usual(more), init);
  const recorded = async (response: Response) => success('POST /api/record_event', response);
  const stored = async ({ event_id }: { event_id: number }) =>
    (await rows<Stored>(service, `select * from events where event_id = ${event_id}`))[0];
  const events = () => count(service, 'events');

  return {
    get service() {
      return service;
    },
    get owner() {
      return owner;
    },
    get stranger() {
      return stranger;
    },
    get participant() {
      return participant;
    },
    get reviewed() {
      return reviewed;
    },
    path,
    usual,
    record,
    recorded,
    stored,
    events,
  };
}
