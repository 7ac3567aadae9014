/** Contributions of volunteers, and days that pass, for the tests about them. */
import type { Service } from '../../set-up/service/start-service.ts';
import { profileId, rows, success } from '../scene.ts';

const day = 86_400_000;

/** The text of a page without its tags. */
export const textOf = async (response: Response): Promise<string> =>
  (await response.text())
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replaceAll(' :', ':');

/** Records half an hour by the owner's key. */
export const recordFor = async (
  service: Service,
  key: string,
  project: number,
  address: string,
  type = 'collection',
): Promise<void> => {
  const profile = await profileId(service, key, address);
  const fields = { key, project_id: project, profile_id: profile, type, duration: 1800, magnitude: 3 };
  await success('POST /api/record_event', await service.postJson('/api/record_event', fields));
};

/** Moves what has happened so far into the past: the next look at the figures is on a later day. */
export const agedBy = async (service: Service, days: number): Promise<void> => {
  const by = days * day;
  await rows(service, `update events set arrived_at = arrived_at - ${by}`);
  await rows(service, `update profiles set joined_at = joined_at - ${by} where joined_at is not null`);
  await rows(service, "update volunteer_days set day = '2000-01-01'");
};
