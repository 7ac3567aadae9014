/** What the reference says of each operation beside its shapes: one paragraph, and a request that the examples show. */
import type { Api } from './index.ts';

/** Placeholders stand in angle brackets, as in the specification. */
export type Described = {
  title: string;
  says: string;
  /** The example's fields, in their order; those of the path included. */
  example: Record<string, string | number | boolean | object>;
  /** A reply as it may come, without `result`. */
  answer: object;
};

/** Ids in the place of placeholders, for readers that want numbers there. */
const placed = new Map<unknown, number>([
  ['<PROFILE_ID>', 2911337730613317],
  ['<PROJECT_ID>', 505],
]);

/** `jo.doe@example.org`, hashed as the reference tells. */
export const hashingExample = {
  typed: ' Jo.Doe@Example.org ',
  plain: 'jo.doe@example.org',
  digest: 'db3ba6152c43fdb0675858ded7f4e7e30debc202843c8c98ab3ef56acfbfbca5',
};

const card = {
  id: 505,
  title: 'Garden Bird Count',
  description: 'Count the birds in your garden for one hour.',
  url: 'https://citizenscience.example.org/project/505-garden-bird-count',
  website: 'https://birds.example.org/',
  origin: 'Bird Society',
  status: 'active',
  activities: ['Observation'],
  topics: ['Birds'],
  tags: ['garden'],
  UN_regions: [{ code: '150', name: 'Europe' }],
  updated: '2026-05-01T10:20:30.000Z',
};

export const reference: Record<keyof Api, Described> = {
  'GET /api/profile/id': {
    title: 'Look a profile up',
    says: 'Answers the profile id of an e-mail address (`identifier`) or of its SHA-256 (`hashed`): one of the two. It succeeds for members and non-members alike; without a profile it opens an anonymous one, whose id stays when the person joins. Look up once per participant, and store the id. `known` says whether the address belongs to a member. The key’s person must manage a published project; before that, ten different addresses a day may be tried. With `project_id` it also answers a `participant_token` for that project’s confirmation page.',
    example: { identifier: 'participant@example.org' },
    answer: { service_profile_id: 2911337730613317, known: false },
  },
  'GET /api/profile/token': {
    title: 'A new participant token',
    says: 'Answers a `participant_token` for a profile and a project that you manage, good for an hour. Handed to the confirmation message as `data-participant`, it lets that page name the contribution and decline or undo it. It never records, never lifts an opt-out, and never reveals a name or a membership.',
    example: { profile_id: '<PROFILE_ID>', project_id: '<PROJECT_ID>' },
    answer: { participant_token: 'TOKEN', expires_in: 3600 },
  },
  'POST /api/record_event': {
    title: 'Record an activity event',
    says: 'Records one contribution of a participant to a project that the key’s person manages. The answer comes when the event is safely stored. Call it right after the contribution, within 24 hours at most; what happened earlier is accepted and marked late. Send an `Idempotency-Key` header (or the field), and a retry answers the same `event_id` and records nothing. Whether the participant opted out is not told: the event then counts in the project’s totals and is tied to nobody. (From its own figures an owner may still infer it over time.) Before publication events are tests.',
    example: {
      profile_id: '<PROFILE_ID>',
      project_id: '<PROJECT_ID>',
      type: 'collection',
      when: '2026-05-01T10:20:30Z',
      duration: 900,
      magnitude: 3,
      where: 'POINT(10.02 53.57)',
    },
    answer: { event_id: 7321508446208000, late: true },
  },
  'POST /api/participation/hashed/:project': {
    title: 'Record by hashed address',
    says: 'Looks the profile up and records in one step. It is allowed case by case: an editor allows it for a project. Prefer to look up once and record with the id. It answers alike for members and non-members, and never with a profile id.',
    example: {
      project: '<PROJECT_ID>',
      hashed: hashingExample.digest,
      type: 'classification',
      count: 3,
      duration: 60,
    },
    answer: { event_id: 7321508446208000 },
  },
  'GET /finder': {
    title: 'Search projects',
    says: 'Finds published projects. Every filter combines with every other, and at least one is needed; `q=` alone finds all. Best match first, or nearest first with `lat` and `lng`, then by id: the order is stable. `next` is a bare cursor: send it as `cursor` with the same filters. With `jsonp`, or `callback` as jQuery names it, the reply is a script with status 200 whatever it says. A key for pages, where everyone can read it, should have the scope `finder` only.',
    example: { format: 'json', q: 'birds', limit: 3 },
    answer: { results: [card], total: 1 },
  },
  'GET /finder/metadata': {
    title: 'Topics and activities',
    says: 'Lists the topics and activities that projects have, each with a description. It needs no key.',
    example: {},
    answer: {
      topics: [
        {
          name: 'Birds',
          description:
            'Count the birds in a garden, on a beach or along a route, and note where they nest. The records show how their numbers and journeys change.',
        },
      ],
      activities: [
        {
          name: 'Observation',
          description:
            'Watch carefully and write down what you notice, when and where: birds on a route, flowers opening, clouds, meteors, or an earthquake you felt.',
        },
      ],
    },
  },
  'GET /api/project/:project_id': {
    title: 'One project',
    says: 'Answers a published project; its managers’ keys also see it before. Any valid key will do.',
    example: { project_id: '<PROJECT_ID>' },
    answer: {
      ...card,
      regions: [
        {
          name: 'Hamburg',
          osm_id: 0,
          legal: '',
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [9.7, 53.4],
                [10.3, 53.4],
                [10.3, 53.7],
                [9.7, 53.7],
                [9.7, 53.4],
              ],
            ],
          },
        },
      ],
    },
  },
  'POST /api/project/add': {
    title: 'Add or update a project',
    says: 'Adds a project, which the editors review; usually within 24 hours. With `service_id` it updates the project that was added by the same key, or by a key that was rotated from it: fields that are not named stay, and what is published keeps its approved version until an editor approves the new one. The names of PPSR (2013–15 and PPSR Core 2020) may be used in place of ours. Every bad field is named at once, and nothing is half stored.',
    example: {
      name: 'River Watch',
      description: 'We count what lives in the river, once a month, and publish every count.',
      url: 'https://river.example.org/',
      origin: 'River Society',
      contact_email: 'owner@example.org',
      topics: ['Birds'],
      audience: ['Families'],
      regions: 'POLYGON((9.7 53.4, 10.3 53.4, 10.3 53.7, 9.7 53.7, 9.7 53.4))',
      region_label: 'Hamburg',
    },
    answer: {
      project_id: 506,
      service_id: 506,
      state: 'awaiting_review',
      url: 'https://citizenscience.example.org/project/506-river-watch',
    },
  },
};

/** The example of an operation with an id for each placeholder. */
export const exampleOf = (row: keyof Api): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(reference[row].example).map(([name, value]) => [name, placed.get(value) ?? value]),
  );
