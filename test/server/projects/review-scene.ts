/** The scene of reviews: an owner, a co-manager, an editor and an operator, and what they do. */
import { beforeAll, expect } from 'vitest';
import { type Engine, type Service, shareService } from '../../set-up/service/start-service.ts';
import { register } from './registering.ts';
import { signInRoles } from '../roles.ts';
import { post, rows, versionAt } from '../scene.ts';

const roles = ['owner', 'co', 'removed', 'member', 'editor', 'operator'] as const;

/** Sets the scene before the tests of a describe block. */
export function reviewScene(engine: Engine) {
  let service: Service;
  let people: Record<(typeof roles)[number], string>;

  beforeAll(async () => {
    service = await shareService(engine);
    people = await signInRoles(service, roles);
  });

  const versionOf = (id: number) => versionAt(service, `/review/${id}`, people.editor);
  const decide = async (
    id: number,
    act: string,
    fields: Record<string, string> = {},
    cookie = people.editor,
  ) => post(service, `/review/${id}`, { act, version: await versionOf(id), ...fields }, cookie);
  const stateOf = async (id: number) =>
    (await rows<{ state: string }>(service, `select state from projects where project_id = ${id}`))[0]?.state;
  const publish = async (name: string, more?: Record<string, string>) => {
    const id = await register(service, people.owner, name, more);
    expect((await decide(id, 'approve')).status).toBe(303);
    return id;
  };
  const edit = (id: number, fields: Record<string, string>, cookie = people.owner) =>
    post(service, `/project/${id}/edit`, fields, cookie);
  /** The review page as words: without marks, and with one space between words. */
  const wordsOf = (body: string) => body.replace(/<[^<>]+>/g, ' ').replace(/\s+/g, ' ');

  return {
    get service() {
      return service;
    },
    get people() {
      return people;
    },
    versionOf,
    decide,
    stateOf,
    publish,
    edit,
    wordsOf,
  };
}
