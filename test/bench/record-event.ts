/** Durable events per second through HTTP. */
import type { Request } from 'autocannon';
import { type Owned, ownProject, profilesOf } from '../set-up/service/project.ts';
import type { RunningService } from '../set-up/service/running-service.ts';
import { besideFloor } from './beside-floor.ts';

const profiles = 200;

/** Requests that each record a contribution, of 200 people. */
export async function recordRequests(service: RunningService, { key, projectId }: Owned): Promise<Request[]> {
  const ids = await profilesOf(service, key, profiles);
  return ids.map((id) => ({
    method: 'POST',
    path: `/api/record_event?key=${key}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      profile_id: String(id),
      project_id: String(projectId),
      type: 'collection',
      when: new Date().toISOString().slice(0, 19),
      duration: '900',
      magnitude: '3',
    }).toString(),
  }));
}

export const recordEventBench = besideFloor('record_event', async (service) =>
  recordRequests(service, await ownProject(service)),
);
