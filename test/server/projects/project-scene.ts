/** The scene of adding projects by key. */
import { beforeAll } from 'vitest';
import { type Engine, type Service } from '../../set-up/service/start-service.ts';
import { projectEntry, rows, shareScene, success } from '../scene.ts';

/** Sets the scene before the tests of a describe block. */
export function projectScene(engine: Engine) {
  let service: Service;
  let owner: string;
  let stranger: string;

  beforeAll(async () => {
    ({ service, owner, stranger } = await shareScene(engine));
  });

  const add = (more: object, path = '/api/project/add/') =>
    service.postJson(path, { key: owner, ...projectEntry('Moss Map', 'https://moss.example/'), ...more });
  const added = async (more: object) => success('POST /api/project/add', await add(more));
  const detail = (id: number, key = owner) => service.get(`/api/project/${id}?key=${key}`);
  const detailed = async (id: number, key = owner) =>
    success('GET /api/project/:project_id', await detail(id, key));
  const fields = async (id: number) => {
    const [row] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${id}`,
    );
    return JSON.parse(row?.fields ?? 'null') as Record<string, unknown>;
  };

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
    add,
    added,
    detail,
    detailed,
    fields,
  };
}
