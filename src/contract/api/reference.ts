/** The texts of the reference about each operation, besides its schema: one paragraph, and a request for the examples. */
import type { Api } from '../index.ts';

/** A placeholder says YOUR_ and what to put in its place; NOW becomes the time at which the page is shown. */
export type OperationDescription = {
  title: string;
  says: string;
  /** The example's fields in order, including those of the path. */
  example: Record<string, string | number | boolean | object>;
  /** An example of a reply, without `result`. */
  answer: object;
};

/** Values instead of placeholders, for programs that need numbers and times. */
const placed = new Map<unknown, number | string>([
  ['YOUR_PROFILE_ID', 2911337730613317],
  ['YOUR_PROJECT_ID', 505],
  ['NOW', '2026-05-01T10:20:30Z'],
]);

/** `jo.doe@example.org`, hashed as the reference describes. */
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

export const reference: Record<keyof Api, OperationDescription> = {
  'GET /api/profile/id': {
    title: 'Look up a profile',
    says: 'Returns the profile id for an email address (`identifier`) or for its SHA-256 (`hashed`); send one of the two. It succeeds for members and non-members alike: if there is no profile, it opens an anonymous one, whose id stays the same when the person joins. Look up each participant once, and store the id. `known` says whether the address belongs to a member. The person of the key must manage a published project; before publication, ten different addresses a day may be looked up. With `project_id`, the reply also has a `participant_token` for that project’s confirmation page.',
    example: { identifier: 'participant@example.org' },
    answer: { service_profile_id: 2911337730613317, known: false },
  },
  'GET /api/profile/token': {
    title: 'A new participant token',
    says: 'Returns a `participant_token` for a profile and a project that you manage, valid for an hour. Given to the confirmation message as `data-participant`, it lets that page name the contribution and decline or undo it. It never records, never lifts an opt-out, and never reveals a name or a membership.',
    example: { profile_id: 'YOUR_PROFILE_ID', project_id: 'YOUR_PROJECT_ID' },
    answer: { participant_token: 'TOKEN', expires_in: 3600 },
  },
  'GET /api/user_info': {
    title: 'Who authorized you',
    says: 'Answers the profile id of the person who authorized your site (gold tier), for the access token that `/token` gave you. Call it once after the authorization, and store the profile id. `handle`, `email` and the names come with the scopes that the person agreed to. It answers under `/api/user_data`, too. OpenID Connect clients may use `/userinfo` instead.',
    example: {},
    answer: {
      profile_id: 2911337730613317,
      user_id: 4502713884096211,
      url: 'https://citizenscience.example.org/people/4502713884096211',
    },
  },
  'GET /api/contributions': {
    title: 'What somebody contributed',
    says: 'Answers the totals of what is credited to the person who authorized your site, by project, month and reporter, for an access token with the scope `contributions`: for a school, a court or a scholarship. It has no single contribution, no place and no `extra`. The person may leave this scope out when they agree, reads how often you asked, and can end it at any time.',
    example: {},
    answer: {
      projects: [
        {
          project_id: 505,
          title: 'Garden Bird Count',
          months: [{ month: '2026-05', source: 'project', contributions: 12, hours: 6.5 }],
        },
      ],
    },
  },
  'POST /api/record_event': {
    title: 'Record an activity event',
    says: 'Records one contribution of a participant to a project that the person of the key manages. The reply is sent when the event is safely stored. Call it right after the contribution, within 24 hours; an event that arrives later is accepted and marked as late. With an `Idempotency-Key` header (or the field), a retry returns the same `event_id` and records nothing more. The reply does not reveal whether the participant opted out: the event then counts in the project’s totals and is tied to nobody. (Over time, an owner may still infer it from their own figures.) On certificates, the time that contributions of one person to the project share counts once, unless you say on Tools that they may overlap. Before publication, events are tests.',
    example: {
      profile_id: 'YOUR_PROFILE_ID',
      project_id: 'YOUR_PROJECT_ID',
      type: 'collection',
      when: 'NOW',
      duration: 900,
      magnitude: 3,
      where: 'POINT(10.02 53.57)',
    },
    answer: { event_id: 7321508446208000 },
  },
  'POST /api/participation/hashed/:project': {
    title: 'Record by hashed address',
    says: 'Looks up the profile and records in one step. An editor must have allowed this for the project. If you can, look up once and record with the id instead. The reply is the same for members and non-members, and never has a profile id.',
    example: {
      project: 'YOUR_PROJECT_ID',
      hashed: hashingExample.digest,
      type: 'classification',
      count: 3,
      duration: 60,
    },
    answer: { event_id: 7321508446208000 },
  },
  'POST /api/event/retract': {
    title: 'Take contributions back',
    says: 'Takes up to 1,000 contributions of the last year back at once, by `event_id` or by idempotency key. They leave your totals, Stats, and the history and new certificates of their participants, who read the reason once. If one of the entries is not a contribution of the project, the reply names it, and nothing is taken back. Repeating a call changes nothing and answers the same; recording one of the contributions again answers `retracted`. For seven days, you can put them back on the Tools tab. The reply does not reveal whether a contribution is on anybody’s profile.',
    example: { project_id: 'YOUR_PROJECT_ID', idempotency_keys: ['survey-2041'], reason: 'duplicate' },
    answer: { retracted: 1 },
  },
  'POST /api/outcome': {
    title: 'Tell what came of contributions',
    says: 'Tells participants what became of their contributions: `verified`, `used`, `published` or `acted_on`, in one sentence, with an address or a DOI. It is about all contributions of a period, or about up to 10,000 that you name. It shows on the page of your project, to those whose contributions it is about with their number, and on their new certificates; followers get a mail. An editor looks at the first one of a project. The reply has no number of people or contributions: people who opted out see nothing. The same told twice is one.',
    example: {
      project_id: 'YOUR_PROJECT_ID',
      kind: 'published',
      sentence: 'Your counts of May show that wrens are back in the north.',
      link: '10.1000/182',
      from: '2026-05-01',
      to: '2026-05-31',
    },
    answer: { outcome_id: 193412837465123, state: 'shown' },
  },
  'GET /finder': {
    title: 'Search projects',
    says: 'Finds published projects. All filters can be combined, and at least one is needed; `q=` alone finds all projects. Results are sorted by relevance, or by distance with `lat` and `lng`, then by id, so the order is stable. To get the next page, send `next` as `cursor` with the same filters. With `jsonp` (or `callback`, as jQuery calls it), the reply is a script, always with status 200. A key on a page, where everyone can read it, should have the scope `finder` only.',
    example: { format: 'json', q: 'birds', limit: 3 },
    answer: { results: [card], total: 1 },
  },
  'GET /finder/metadata': {
    title: 'Topics and activities',
    says: 'Lists the topics and activities that projects may have, each with a description. It needs no key.',
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
    says: 'Returns a published project; with a key of its managers also before publication. Any valid key may be used.',
    example: { project_id: 'YOUR_PROJECT_ID' },
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
    says: 'Adds a project, which the editors review, usually within 24 hours. With `service_id`, it updates a project that was added with the same key, or with a key that this one replaced: fields that are not sent do not change, and a published project keeps its approved version until an editor approves the new one. No field can be emptied here, and the history of the project keeps what each was before. The names of PPSR (2013–15 and PPSR Core 2020) may be used instead of ours. A refusal names every bad field at once, and nothing is stored then.',
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

/** The example of an operation with a value for each placeholder. */
export const exampleOf = (row: keyof Api): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(reference[row].example).map(([name, value]) => [name, placed.get(value) ?? value]),
  );
