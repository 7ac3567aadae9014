/** Look-ups of existing profiles: half by address, half by its digest, as clients do. */
import { createHash } from 'node:crypto';
import { ownProject, profilesOf } from '../set-up/service/project.ts';
import { besideFloor } from './beside-floor.ts';

const profiles = 200;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const profileBench = besideFloor('profile/id', async (service) => {
  const { key } = await ownProject(service);
  await profilesOf(service, key, profiles);
  return Array.from({ length: profiles }, (_, n) => {
    const address = `person${n}@example.org`;
    const query = new URLSearchParams({ key });
    if (n % 2 === 0) query.set('identifier', address);
    else query.set('hashed', sha256(address));
    return { method: 'GET', path: `/api/profile/id?${query}` };
  });
});
