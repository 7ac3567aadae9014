/**
 * The gold site's server side, as an owner would write it: participants authorize the site (OAuth 2 with PKCE), which
 * gives it their profile id; then it reports what they contribute.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { MothCount } from './partner-forms.ts';
import { type PartnerReport, type ServiceAccess, serviceCalls, ServiceRefused } from './service-calls.ts';

export type GoldAccess = ServiceAccess & { clientId: string; secret: string; callback: string };

/** The facts of a participant that are kept on their way to the service and back. */
export type Leaving = { state: string; verifier: string };

const random = () => randomBytes(32).toString('base64url');

export function goldSite(access: GoldAccess) {
  const { baseUrl, projectId, serviceName, clientId, secret, callback } = access;
  const { ask, record, recordEvent, reporting, tokenOf } = serviceCalls(access);

  /** A call whose answer is not one of the API: the token endpoint has the errors of RFC 6749. */
  const fetchJson = async (path: string, init: RequestInit) => {
    const reply = await fetch(new URL(path, baseUrl), {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    }).catch((): never => {
      throw new ServiceRefused(`${serviceName} did not answer.`);
    });
    const body = (await reply.json().catch(() => ({}))) as Record<string, unknown>;
    if (reply.ok) return body;
    throw new ServiceRefused(String(body['error_description'] ?? body['error'] ?? reply.status));
  };

  return {
    /** Where to send a participant, and what to keep until they come back. */
    leave(): Leaving & { address: string } {
      const [state, verifier] = [random(), random()];
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: callback,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      return { state, verifier, address: `${baseUrl}/authorize?${query}` };
    },

    /** The profile id of a participant who came back with a code. */
    async profileOf(code: string, { verifier }: Leaving): Promise<number> {
      const tokens = await fetchJson('/token', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: callback,
          client_id: clientId,
          client_secret: secret,
          code_verifier: verifier,
        }),
      });
      const headers = { authorization: `Bearer ${String(tokens['access_token'])}` };
      const { profile_id: profileId } = await fetchJson('/api/user_info', { headers });
      return Number(profileId);
    },

    /** Reports a count for a profile. */
    report: (visit: string, count: MothCount, profileId: number, now: number): Promise<PartnerReport> =>
      reporting(async (calls) => {
        const contribution = { duration: String(count.minutes * 60), magnitude: String(count.moths) };
        await recordEvent(calls, visit, contribution, profileId);
        const named = await record(
          calls,
          `GET ${baseUrl}/api/profile/token?profile_id=${profileId}&project_id=${projectId}&key=[secret]`,
          ask('GET', '/api/profile/token', { profile_id: profileId, project_id: projectId }),
        );
        return { profileId, token: String(named['participant_token'] ?? ''), since: now };
      }),

    tokenOf,
  };
}
