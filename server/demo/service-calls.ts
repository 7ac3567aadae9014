/**
 * The calls of an owner's server to the service, over HTTP only, with an API key that never reaches a browser, and the
 * record of them that the pages show.
 */

/** A request and its reply, for the owner's panel, without key and address. */
export type Call = { asked: string; answered: string };

export type PartnerReport = {
  calls: Call[];
  /** Set if the service accepted the contribution. */
  participant?: { profileId: number; token: string; since: number };
  /** The message of the service, or ours, if it did not. */
  problem?: string;
};

export type ServiceAccess = { baseUrl: string; serviceName: string; key: string; projectId: number };

const patience = 10_000;
/** Milliseconds. A participant token is valid for an hour; a page that is reloaded later gets a newer one. */
const renewAfter = 50 * 60_000;

export class ServiceRefused extends Error {}

export function serviceCalls({ baseUrl, serviceName, key, projectId }: ServiceAccess) {
  /** Calls the service; returns its reply, or throws with the message that it sent. */
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    query: object,
    form?: Record<string, string>,
    visit?: string,
  ) {
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
    const answer = typeof reply['error'] === 'string' ? reply['error'] : `It answered ${response.status}.`;
    throw new ServiceRefused(answer);
  }

  const answered = (status: number, { participant_token, ...reply }: Record<string, unknown>) =>
    `${status} ${JSON.stringify({ ...reply, ...(participant_token !== undefined && { participant_token: '…' }) })}`;

  /** Makes a call and adds it to `calls`, with the error that it ended with, if any. */
  async function record(calls: Call[], what: string, asking: ReturnType<typeof ask>) {
    const call = { asked: what, answered: 'no usable answer' };
    calls.push(call);
    const { status, reply } = await asking.catch((error: unknown) => {
      if (error instanceof ServiceRefused) call.answered = error.message;
      throw error;
    });
    call.answered = answered(status, reply);
    return reply;
  }

  return {
    ask,
    record,

    /** Records a contribution. Repeating is safe: the visit id is the idempotency key. */
    recordEvent(calls: Call[], visit: string, contribution: Record<string, string>, profileId: number) {
      const form = {
        profile_id: String(profileId),
        project_id: String(projectId),
        type: 'collection',
        ...contribution,
      };
      return record(
        calls,
        `POST ${baseUrl}/api/record_event?key=[secret]\nIdempotency-Key: ${visit}\n\n${lines(form)}`,
        ask('POST', '/api/record_event', {}, form, visit),
      );
    },

    /** Makes the calls of a report, which answers the participant; a refusal ends it. */
    async reporting(
      act: (calls: Call[]) => Promise<NonNullable<PartnerReport['participant']>>,
    ): Promise<PartnerReport> {
      const calls: Call[] = [];
      try {
        return { calls, participant: await act(calls) };
      } catch (error) {
        if (!(error instanceof ServiceRefused)) throw error;
        return { calls, problem: error.message };
      }
    },

    /** The token for the confirmation page: a newer one if the first is nearly an hour old. */
    async tokenOf({ participant }: PartnerReport, now: number): Promise<string | undefined> {
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
