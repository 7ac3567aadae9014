/** A service with people, keys, published projects and a profile, which fuzzed requests name. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningService } from '../set-up/service/running-service.ts';
import type { Known } from './values.ts';

const entry = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  url: `https://${name.split(' ')[0]?.toLowerCase()}.example/home`,
  description: `${name} counts birds and frogs near water.`,
  origin: 'The Test Society',
  contact_email: 'contact@example.org',
  topics: ['Birds'],
  ...more,
});

export async function prepare(service: RunningService): Promise<Known> {
  const file = join(service.dataDir, 'entries.json');
  const entries = [
    entry(11, 'Birds of All', { regions: 'POLYGON((0 0,20 0,20 20,0 20,0 0))' }),
    entry(12, 'Frogs in Ponds', { regions: 'anywhere' }),
    entry(13, 'Newts at Night', { status: 'hidden' }),
  ];
  await writeFile(file, JSON.stringify(entries));
  const owner = 'owner@example.org';
  const { code, stdout } = await service.operator('import', file, '--owner', owner, '--publish');
  if (code !== 0) throw new Error(`The projects could not be imported: ${stdout}`);
  await service.operate('allow-hashed', '11');
  const keyOf = async (address: string) => (await service.operator<{ key: string }>('key', address)).json.key;
  const key = await keyOf(owner);
  const looked = await service.get(`/api/profile/id?identifier=known@example.org&project_id=11&key=${key}`);
  const { service_profile_id: profile, participant_token: token } = (await looked.json()) as {
    service_profile_id: number;
    participant_token: string;
  };
  const redirect = 'https://birds.example/callback';
  const added = ['oauth-client', 'add', '--name', 'Birds', '--owner', owner, '--redirect', redirect];
  const { json: client } = await service.operator<{ client_id: string; client_secret: string }>(...added);
  return {
    client: { id: client.client_id, secret: client.client_secret, redirect },
    keys: [key, key, key, await keyOf('stranger@example.org')],
    projects: [11, 11, 12, 13, 99],
    profiles: [profile],
    grant: 'a-grant-that-nobody-has-given',
    token,
  };
}

/** Limits would refuse most requests, and hide other errors. */
export const unlimited = {
  LIMIT_ACCOUNT: '0',
  LIMIT_KEY: '0',
  LIMIT_IP: '0',
  LIMIT_PAGES: '0',
  LIMIT_ORIGIN: '0',
  LIMIT_EXTRA_MB: '0',
  LIMIT_STORED_MB: '0',
  LOG_LEVEL: 'error',
};
