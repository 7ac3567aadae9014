import { hashAddress, manyhands, type Reply } from 'manyhands-client';

const client = manyhands({ baseUrl: process.argv[2] ?? '', key: 'mh_x' });
const reply: Reply<'POST /api/record_event'> = await client.call('POST /api/record_event', {
  profile_id: 1,
  project_id: 2,
  type: 'collection',
  when: '2026-05-01T10:20:30Z',
});
const id: number = reply.event_id;
const wrong = () => [
  // @ts-expect-error a type that is none
  client.call('POST /api/record_event', { profile_id: 1, project_id: 2, type: 'walk' }),
  // @ts-expect-error a required field is missing
  client.call('GET /api/profile/token', { profile_id: 1 }),
  // @ts-expect-error an operation that is none
  client.call('GET /api/nothing', {}),
];
console.log(id, hashAddress(' Jo.Doe@example.org'), typeof wrong);
