/** The scene of updates by key: two owners, and what each sends. */
import { beforeAll, expect } from 'vitest';
import { type Engine, type Service, startService } from '../../set-up/service/start-service.ts';
import { newKey, projectEntry, rows, success } from '../scene.ts';

type Version = { version: number; state: string; how: string; fields: string; why: string | null };

/** Sets the scene before the tests of a describe block. */
export function updateScene(engine: Engine) {
  let service: Service;
  let owner: string;
  let stranger: string;

  beforeAll(async () => {
    service = await startService(engine, { SERVICE_SLUG: 'acme' });
    [owner, stranger] = await Promise.all([
      newKey(service, 'owner@example.org'),
      newKey(service, 'stranger@example.org'),
    ]);
  });

  const send = (service_id: unknown, said: object, key = owner) =>
    service.postJson('/api/project/add', { key, service_id, ...said });
  const updated = async (id: number, said: object, key = owner) => {
    const { state, warnings, project_id } = await success(
      'POST /api/project/add',
      withoutSlug(await send(id, said, key)),
    );
    expect(project_id).toBe(id);
    return { state, ...(warnings && { warnings }) };
  };
  /** The slug's names are tested separately. */
  const withoutSlug = (reply: Response) =>
    new Proxy(reply, {
      get: (target, name) =>
        name === 'text'
          ? async () => (await target.text()).replace(/,"acme_id":\d+/, '')
          : (Reflect.get(target, name, target) as unknown),
    });
  const operator = async (...words: string[]) => {
    return service.operate(...words);
  };
  const failed = async (...words: string[]) => {
    const { code, json } = await service.operator(...words);
    expect(code).toBe(1);
    return json['error'];
  };
  let added = 0;
  const unpublished = async (more: object = {}, key = owner): Promise<number> => {
    const entry = projectEntry(`Project ${++added}`, 'https://fern.example/', more);
    const reply = await service.postJson('/api/project/add', { key, ...entry });
    return ((await reply.json()) as { project_id: number }).project_id;
  };
  const published = async (more: object = {}, key = owner) => {
    const id = await unpublished(more, key);
    await operator('publish', String(id));
    return id;
  };
  const detail = async (id: number, key = stranger) =>
    success('GET /api/project/:project_id', await service.get(`/api/project/${id}?key=${key}`));
  const fields = async (id: number) => {
    const [row] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${id}`,
    );
    return JSON.parse(row?.fields ?? 'null') as Record<string, unknown>;
  };
  const versions = (id: number) =>
    rows<Version>(
      service,
      `select version, state, how, fields, why from project_versions where project_id = ${id} order by version`,
    );
  const history = async (id: number) =>
    (await versions(id)).map(({ state, how, fields: said }) => [how, state, JSON.parse(said) as object]);
  const reviews = async () =>
    ((await operator('reviews')) as { reviews: { project_id: number; what: string; fields: string[] }[] })
      .reviews;
  const reviewOf = async (id: number) => (await reviews()).find(({ project_id }) => project_id === id);

  return {
    get service() {
      return service;
    },
    get owner() {
      return owner;
    },
    /** How many projects were added. */
    get added() {
      return added;
    },
    get stranger() {
      return stranger;
    },
    send,
    updated,
    withoutSlug,
    operator,
    failed,
    unpublished,
    published,
    detail,
    fields,
    versions,
    history,
    reviews,
    reviewOf,
  };
}
