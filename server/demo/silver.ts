/**
 * The silver site's server side, as an owner would write it: it calls the service over HTTP only, with an API key that
 * never reaches a browser, and stores no address.
 */
import type { PondNote } from './partner-forms.ts';

/** A request and its reply, for the owner's panel, without key and address. */
export type Call = { asked: string; answered: string };

export type SilverReport = {
  calls: Call[];
  /** Set if the service accepted the contribution. */
  participant?: { profileId: number; token: string; since: number };
  /** The message of the service, or ours, if it did not. */
  problem?: string;
};

export type SilverSite = ReturnType<typeof silverSite>;
export type ServiceAccess = { baseUrl: string; serviceName: string; key: string; projectId: number };

const patience = 10_000;
/** Milliseconds. A participant token is valid for an hour; a page that is reloaded later gets a newer one. */
const renewAfter = 50 * 60_000;

class ServiceRefused extends Error {}

/** Returns a function that calls the service. It returns the reply, or throws with the message that the service sent. */
const calling =
  ({ baseUrl, serviceName, key }: ServiceAccess) =>
  async (
    method: 'GET' | 'POST',
    path: string,
    query: object,
    form?: Record<string, string>,
    visit?: string,
  ) => {
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries({ ...query, key })) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
      ...(form && { body: new URLSearchParams(form) }),
      ...(visit && { headers: { 'Idempotency-Key': visit } }),
    }).catch((): never => {
      throw new ServiceRefused(`${serviceName} did not answer.`);
    });
    const reply = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (response.ok && reply['result'] === 'success') return { status: response.status, reply };
    const said = typeof reply['error'] === 'string' ? reply['error'] : `It answered ${response.status}.`;
    throw new ServiceRefused(said);
  };

const answered = (status: number, { participant_token, ...reply }: Record<string, unknown>) =>
  `${status} ${JSON.stringify({ ...reply, ...(participant_token !== undefined && { participant_token: '…' }) })}`;

export function silverSite(access: ServiceAccess) {
  const { baseUrl, projectId } = access;
  const ask = calling(access);

  return {
    /**
     * Looks up the participant's profile and reports the visit. Repeating is safe: the visit id is the idempotency key.
     */
    async report(visit: string, note: PondNote, address: string, now: number): Promise<SilverReport> {
      const calls: Call[] = [];
      const record = async (asked: string, asking: ReturnType<typeof ask>) => {
        const call = { asked, answered: 'no usable answer' };
        calls.push(call);
        const { status, reply } = await asking.catch((error: unknown) => {
          if (error instanceof ServiceRefused) call.answered = error.message;
          throw error;
        });
        call.answered = answered(status, reply);
        return reply;
      };
      try {
        const found = await record(
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

    /** The token for the confirmation page: a newer one if the first is nearly an hour old. */
    async tokenOf(report: SilverReport, now: number): Promise<string | undefined> {
      const { participant } = report;
      if (!participant || now - participant.since < renewAfter) return participant?.token;
      const query = { profile_id: participant.profileId, project_id: projectId };
      const renewed = await ask('GET', '/api/profile/token', query).catch(() => undefined);
      if (!renewed) return undefined;
      participant.token = String(renewed.reply['participant_token'] ?? '');
      participant.since = now;
      return participant.token;
    },
  };
}

/** Form fields in a readable form: one per line, not percent-encoded. */
const lines = (form: Record<string, string>) =>
  Object.entries(form)
    .map(([name, value], index) => `${index > 0 ? '&' : ''}${name}=${value}`)
    .join('\n');
