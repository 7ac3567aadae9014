/** A published project, its owner's key, and people with profiles. */
import type { RunningService } from './running-service.ts';

export type Owned = { key: string; projectId: number };

export const site = 'https://birds.example.org';

/** Adds a project for an owner; published by default. Its pages are at `site`. */
export const ownProject = async (
  service: RunningService,
  { owner = 'owner@example.org', name = 'Birds', publish = true } = {},
): Promise<Owned> => {
  const { json } = await service.operator<{ key: string }>('key', owner);
  const reply = await service.postJson('/api/project/add', {
    key: json.key,
    name,
    description: 'Count birds.',
    url: `${site}/`,
    origin: name,
    contact_email: 'contact@example.org',
  });
  if (!reply.ok) throw new Error(`Project ${name} was not added: ${await reply.text()}`);
  const { project_id: projectId } = (await reply.json()) as { project_id: number };
  if (publish) await service.operator('publish', String(projectId));
  return { key: json.key, projectId };
};

/** The profile id of an address. */
export const profileOf = async (service: RunningService, key: string, address: string): Promise<number> => {
  const reply = await service.get(`/api/profile/id?${new URLSearchParams({ identifier: address, key })}`);
  if (!reply.ok) throw new Error(`No profile was answered: ${await reply.text()}`);
  return ((await reply.json()) as { service_profile_id: number }).service_profile_id;
};

export const profilesOf = (service: RunningService, key: string, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => profileOf(service, key, `person${n}@example.org`)));

export type Recorded = { result: string; event_id: number; duplicate?: true; code?: string };

/** Sends one contribution; returns the status and the body of the reply. */
export const record = async (
  service: RunningService,
  { key, ...fields }: { key: string; project_id: number; profile_id: number } & Record<string, unknown>,
  idempotencyKey?: string,
) => {
  const reply = await service.postJson(
    `/api/record_event?key=${key}`,
    { type: 'collection', ...fields },
    idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } },
  );
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    json: (await reply.json()) as Recorded,
  };
};
