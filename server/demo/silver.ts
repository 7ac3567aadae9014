/** The silver site's server side, as an owner would write it: it looks profiles up by address, and stores none. */
import type { PondNote } from './partner-forms.ts';
import { type PartnerReport, type ServiceAccess, serviceCalls } from './service-calls.ts';

export function silverSite(access: ServiceAccess) {
  const { baseUrl, projectId } = access;
  const { ask, record, recordEvent, reporting, tokenOf } = serviceCalls(access);
  return {
    /** Looks up the participant's profile and reports the visit. */
    report: (visit: string, note: PondNote, address: string, now: number): Promise<PartnerReport> =>
      reporting(async (calls) => {
        const reply = await record(
          calls,
          `GET ${baseUrl}/api/profile/id?identifier=[the address]&project_id=${projectId}&key=[secret]`,
          ask('GET', '/api/profile/id', { identifier: address, project_id: projectId }),
        );
        const profileId = Number(reply['service_profile_id']);
        const contribution = {
          duration: String(note.minutes * 60),
          magnitude: String(note.saw.length),
          extra: JSON.stringify({
            pond: note.pond,
            water: note.clarity,
            saw: note.saw.map((name) => name.replace('saw_', '')),
          }),
        };
        await recordEvent(calls, visit, contribution, profileId);
        return { profileId, token: String(reply['participant_token'] ?? ''), since: now };
      }),

    tokenOf,
  };
}
