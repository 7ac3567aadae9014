/** A valid request of each operation: the parameters of its path, and its fields as text. */
import type { api } from '../../../src/contract/index.ts';
import type { Service } from './start-service.ts';
import { projectEntry, projects, sha256 } from '../../server/scene.ts';

type Said = Record<string, string>;

const { birds } = projects;

export const goodRequests: Record<keyof typeof api, { at?: string; said: (participant: string) => Said }> = {
  'GET /api/profile/id': { said: () => ({ identifier: 'a@example.org' }) },
  'GET /api/profile/token': {
    said: (participant) => ({ profile_id: participant, project_id: String(birds.id) }),
  },
  'GET /api/user_info': { said: () => ({}) },
  'GET /api/contributions': { said: () => ({}) },
  'POST /api/record_event': {
    said: (participant) => ({ profile_id: participant, project_id: String(birds.id), type: 'signup' }),
  },
  'POST /api/participation/hashed/:project': {
    at: String(birds.id),
    said: () => ({ hashed: sha256('a@example.org'), type: 'signup' }),
  },
  'POST /api/event/retract': {
    said: () => ({ project_id: String(birds.id), idempotency_keys: 'to take back', reason: 'duplicate' }),
  },
  'POST /api/outcome': {
    said: () => ({
      ...{ project_id: String(birds.id), kind: 'published', sentence: 'Wrens are back.' },
      ...{ from: '2026-05-01', to: '2026-05-31' },
    }),
  },
  'GET /finder': { said: () => ({ format: 'json', q: 'bird' }) },
  'GET /finder/metadata': { said: () => ({}) },
  'GET /api/project/:project_id': { at: String(birds.id), said: () => ({}) },
  'POST /api/project/add': { said: () => projectEntry('Moss Map', 'https://moss.example/') as Said },
};

/** Records the contribution that the request to take one back is about. */
export const recordForRetraction = (service: Pick<Service, 'postForm'>, key: string, participant: number) =>
  service.postForm('/api/record_event', {
    ...goodRequests['POST /api/record_event'].said(String(participant)),
    key,
    idempotency_key: 'to take back',
  });
