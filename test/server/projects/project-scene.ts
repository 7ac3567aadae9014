/** The scene of adding projects by key. */
import { beforeAll } from 'vitest';
import { type Engine, type Service } from '../../set-up/service/start-service.ts';
import { projectEntry, rows, shareScene, success } from '../scene.ts';

export const ring = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 0],
];
export const polygon = { type: 'Polygon', coordinates: [ring] };
export const southAmerica = { code: '005', name: 'South America' };

/** Every field of the specification, as sent and as stored. */
export const full = {
  name: 'Lichen Log',
  description: 'We map lichens.\n\nOn trees and stones.',
  url: 'https://lichen.example/log?a=1#top',
  origin: 'The Lichen Society',
  contact_name: 'Li Chen',
  contact_affiliation: 'University of Moss',
  contact_email: 'li@lichen.example',
  contact_phone: '+1 555 0100',
  contact_address: '1 Moss Road',
  presenting_org: 'Friends of Lichen',
  rsvp: 'rsvp@lichen.example',
  address: '2 Moss Road',
  city: 'Mossville',
  state: 'Moss State',
  zip: '01234',
  country: 'Mossland',
  video_url: 'https://video.example/v/1',
  blog_url: 'https://blog.example/',
  twitter_name: '@lichen',
  facebook_page: 'https://social.example/lichen',
  status: 'starting',
  preregistration: true,
  goal: 'Know where lichens live',
  task: 'Photograph lichens',
  image: 'https://lichen.example/logo.png',
  image_credit: 'Li Chen',
  how_to_join: 'Sign up.',
  special_skills: 'None.',
  gear: 'A lens.',
  outdoors: true,
  indoors: false,
  time_commitment: 'An hour a week',
  project_type: 'Event',
  audience: ['Adults', 'Families'],
  regions: polygon,
  region_label: 'Mossland and around',
  UN_regions: [southAmerica],
  topics: ['Biology', 'Nature and outdoors'],
  activities: ['Photography'],
  tags: ['lichen', 'trees'],
  external_id: 'L-1',
  start_date: '2026-05-01',
  project_duration: 'Two years',
  languages: ['English', 'Moss'],
  translations: { de: { name: 'Flechten finden', goal: 'Wissen, wo Flechten leben' } },
  public_email: 'ask@lichen.example',
  public_contact_type: 'Questions about lichens',
};

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
