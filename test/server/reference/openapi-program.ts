/** A program that uses a generated client: it calls every operation, and has lines that must not compile. */
import { projects, sha256 } from '../scene.ts';

const { birds } = projects;

/** For openapi-fetch, with the types of openapi-typescript. It prints the reply of each operation as JSON. */
export const program = `import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const [baseUrl = '', key = '', accessToken = ''] = process.argv.slice(2);
const headers = { Authorization: \`Bearer \${key}\` };
const told: Record<string, unknown> = {};
const polygon = [[[9.7, 53.4], [10.3, 53.4], [10.3, 53.7], [9.7, 53.4]]];
const client = createClient<paths, 'application/json'>({ baseUrl, headers });

const looked = await client.GET('/api/profile/id', { params: { query: { identifier: 'a@example.org' } } });
if (!looked.data) throw new Error(looked.error.error);
told['GET /api/profile/id'] = looked.data;
const profile_id: number = looked.data.service_profile_id;
const known: boolean = looked.data.known;

const token = await client.GET('/api/profile/token', {
  params: { query: { profile_id, project_id: ${birds.id} } },
});
told['GET /api/profile/token'] = token.data;
const participant_token: string | undefined = token.data?.participant_token;

const person = await client.GET('/api/user_info', { headers: { Authorization: \`Bearer \${accessToken}\` } });
told['GET /api/user_info'] = person.data;

const shared = await client.GET('/api/contributions', { headers: { Authorization: \`Bearer \${accessToken}\` } });
told['GET /api/contributions'] = shared.data;

const event = { profile_id, project_id: ${birds.id}, type: 'collection' } as const;
const recorded = await client.POST('/api/record_event', {
  params: { header: { 'Idempotency-Key': 'one' } },
  body: {
    ...event,
    when: new Date().toISOString().slice(0, 19),
    where: { type: 'Point', coordinates: [10, 53.5] },
    duration: 12.5,
    extra: { counted: ['wren', { robin: 2 }] },
  },
});
told['POST /api/record_event'] = recorded.data;
const event_id: number | undefined = recorded.data?.event_id;

const hashed = await client.POST('/api/participation/hashed/{project}', {
  params: { path: { project: '${birds.id}' } },
  body: { hashed: '${sha256('a@example.org')}', type: 'signup', count: 2 },
});
told['POST /api/participation/hashed/:project'] = hashed.data;

const takenBack = await client.POST('/api/event/retract', {
  body: { project_id: ${birds.id}, event_ids: [event_id ?? 0], reason: 'duplicate' },
});
told['POST /api/event/retract'] = takenBack.data;
const retracted: number | undefined = takenBack.data?.retracted;

const outcome = await client.POST('/api/outcome', {
  body: { project_id: ${birds.id}, kind: 'used', sentence: 'In the atlas.', from: '2026-05-01', to: '2026-05-31' },
});
told['POST /api/outcome'] = outcome.data;
const outcomeState: 'shown' | 'waiting' | 'refused' | undefined = outcome.data?.state;

const found = await client.GET('/finder', { params: { query: { format: 'json', q: 'bird', limit: 5 } } });
told['GET /finder'] = found.data;
const titles: string[] | undefined = found.data?.results.map((result) => ('title' in result ? result.title : result.projectName));

const metadata = await client.GET('/finder/metadata', {});
told['GET /finder/metadata'] = metadata.data;

const detail = await client.GET('/api/project/{project_id}', { params: { path: { project_id: ${birds.id} } } });
told['GET /api/project/:project_id'] = detail.data;
const geometries: unknown[] | undefined = detail.data?.regions.map(({ geometry }) => geometry['coordinates']);

// As in the specification: the key in the body only.
const added = await createClient<paths, 'application/json'>({ baseUrl }).POST('/api/project/add', {
  body: {
    key,
    name: 'Pond Life',
    description: 'Who lives in ponds.',
    url: 'https://pond.example.org/',
    origin: 'Pond Society',
    contact_email: 'owner@example.org',
    audience: ['Families'],
    outdoors: true,
    regions: { type: 'Polygon', coordinates: polygon },
    UN_regions: ['021', { code: '150', name: 'Europe' }],
  },
});
told['POST /api/project/add'] = added.data;
const state: 'awaiting_review' | 'published' | undefined = added.data?.state;

const refused = await client.POST('/api/record_event', { body: { ...event, duration: -1 } });
const field: string | undefined = refused.error?.errors?.[0]?.field;
told['refused'] = [refused.response.status, refused.error?.code, field];

// @ts-expect-error a type that is none
void (() => client.POST('/api/record_event', { body: { ...event, type: 'walk' } }));
// @ts-expect-error a required field is missing
void (() => client.POST('/api/record_event', { body: { profile_id, type: 'signup' } }));
// @ts-expect-error a number is no time
void (() => client.POST('/api/record_event', { body: { ...event, when: 5 } }));
// @ts-expect-error a region is GeoJSON or text
void (() => client.POST('/api/project/add', { body: { regions: { type: 'Circle' } } }));
void [known, participant_token, event_id, titles, geometries, state];
console.log(JSON.stringify(told));
`;
