/** The silver site's server side, as an owner would write it: it looks profiles up by address, and stores none. */
import type { PondNote } from './partner-forms.ts';
import {
  type Call,
  lines,
  type PartnerReport,
  type ServiceAccess,
  serviceCalls,
  ServiceRefused,
} from './service-calls.ts';

export function silverSite(access: ServiceAccess) {
  const { baseUrl, projectId } = access;
  const { ask, record, tokenOf } = serviceCalls(access);
  return {
    /**
     * Looks up the participant's profile and reports the visit. Repeating is safe: the visit id is the idempotency key.
     */
    async report(visit: string, note: PondNote, address: string, now: number): Promise<PartnerReport> {
      const calls: Call[] = [];
      try {
        const found = await record(
          calls,
          `GET ${baseUrl}/api/profile/id?identifier=[the address]&project_id=${projectId}&key=[secret]`,
          ask('GET', '/api/profile/id', { identifier: address, project_id: projectId }),
        );
        const profileId = Number(found['service_profile_id']);
        const form = {
          profile_id: String(profileId),
          project_id: String(projectId),
          type: 'collection',
          duration: String(note.minutes * 60),
          magnitude: String(note.saw.length),
          extra: JSON.stringify({
            pond: note.pond,
            water: note.clarity,
            saw: note.saw.map((name) => name.replace('saw_', '')),
          }),
        };
        await record(
          calls,
          `POST ${baseUrl}/api/record_event?key=[secret]\nIdempotency-Key: ${visit}\n\n${lines(form)}`,
          ask('POST', '/api/record_event', {}, form, visit),
        );
        return {
          calls,
          participant: { profileId, token: String(found['participant_token'] ?? ''), since: now },
        };
      } catch (error) {
        if (!(error instanceof ServiceRefused)) throw error;
        return { calls, problem: error.message };
      }
    },

    tokenOf,
  };
}
