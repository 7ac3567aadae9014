/** The scene of the pages: a service with projects, their manager and a visitor. */
import { beforeAll, expect } from 'vitest';
import { type Engine, type Service } from '../../set-up/service/start-service.ts';
import { addProject, projects, signIn, shareScene, success } from '../scene.ts';

const { birds } = projects;

/** Sets the scene before the tests of a describe block. */
export function pagesScene(engine: Engine) {
  let service: Service;
  let owner: string;
  let reviewed: number;
  let manager: string;
  let visitor: string;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    reviewed = await addProject(service, owner, 'Moss Map');
    manager = await signIn(service, 'owner@example.org');
    visitor = await signIn(service, 'visitor@example.org');
  });

  const open = (path: string, cookie?: string) =>
    service.get(path, cookie === undefined ? {} : { headers: { cookie } });
  const text = async (path: string, cookie?: string) => {
    const reply = await open(path, cookie);
    expect({ path, status: reply.status }).toEqual({ path, status: 200 });
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    return reply.text();
  };
  const record = async (profile: number, project = birds.id as number, more: Record<string, string> = {}) =>
    success(
      'POST /api/record_event',
      await service.postForm(`/api/record_event?key=${owner}`, {
        profile_id: String(profile),
        project_id: String(project),
        type: 'collection',
        ...more,
      }),
    );

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
    get manager() {
      return manager;
    },
    get visitor() {
      return visitor;
    },
    open,
    text,
    record,
  };
}
