/** Durable events per second through HTTP. */
import { ownProject, profilesOf } from '../set-up/project.ts';
import { besideFloor } from './beside-floor.ts';

const profiles = 200;

export const recordEventBench = besideFloor('record_event', async (service) => {
  const { key, projectId } = await ownProject(service);
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
});
