/** The scene of the finder: the catalogue of 504 real projects, and a seeker's key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { type Engine, type Service, shareService } from '../../set-up/service/start-service.ts';
import { newKey, success } from '../scene.ts';

const file = join(root, 'server/demo/catalog.json');
type Entry = { name: string; description: string; topics: string[]; activities: string[] };
const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Entry[];

/** Sets the scene before the tests of a describe block. */
export function finderScene(engine: Engine) {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await shareService(engine);
    const { code, json } = await service.operator(
      'import',
      file,
      '--owner',
      'catalogue@example.org',
      '--publish',
    );
    expect({ code, json }).toEqual({
      code: 0,
      json: { result: 'success', added: catalogue.length, updated: 0, refused: [], warned: [] },
    });
    key = await newKey(service, 'seeker@example.org');
  });

  const search = (query: Record<string, string>) =>
    service.get(`/finder?${new URLSearchParams({ format: 'json', key, ...query })}`);
  const found = async (query: Record<string, string>) => success('GET /finder', await search(query));
  const titles = async (query: Record<string, string>) =>
    (await found(query)).results.map(({ title }) => title);

  return {
    get service() {
      return service;
    },
    get key() {
      return key;
    },
    search,
    found,
    titles,
  };
}
