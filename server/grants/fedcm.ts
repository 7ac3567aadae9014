/**
 * FedCM: the browser itself shows the choice of profile, in a dialog of its own, and fetches the code that the popup
 * would have returned. That code gives no more rights than the popup's: one project, one origin, the page's own
 * challenge. There is no client_metadata: the project has no terms of ours to show, and so we do not learn which page
 * asks before the person has chosen.
 */
import { z } from 'zod';
import { id } from '../../src/contract/fields/kinds.ts';
import { fedcmPath, signInPath } from '../../src/contract/site.ts';
import { badFields, noProject, Refusal } from '../http/refusal.ts';
import { mayHoldGrants } from './origin.ts';
import type { ConnectPages } from './connect-pages.ts';

export type Fedcm = Pick<ConnectPages, 'codes' | 'openHead' | 'isRegistered' | 'mainProfile'>;

/** The account of the second cookie; its name and address are for the browser's dialog, which no page can read. */
export type Federated = { accountId: number; name: string };

/** The configuration files for browsers: public, and the same for all. */
export const fedcmFiles = (baseUrl: string) => ({
  '/.well-known/web-identity': {
    provider_urls: [`${baseUrl}${fedcmPath}/config.json`],
    accounts_endpoint: `${baseUrl}${fedcmPath}/accounts`,
    login_url: `${baseUrl}${signInPath}`,
  },
  [`${fedcmPath}/config.json`]: {
    accounts_endpoint: `${fedcmPath}/accounts`,
    id_assertion_endpoint: `${fedcmPath}/assertion`,
    login_url: signInPath,
  },
});

/** A page that wants other modes (asking without a click, choosing without the person) gets nothing. */
const question = z.object({
  client_id: id('the project'),
  account_id: z.string().max(40),
  mode: z.literal('active', 'must be active'),
  is_auto_selected: z.literal('false', 'must be false'),
  params: z.string().max(1000),
});
const challenge = z.object({ challenge: z.string().regex(/^[\w-]{43}$/) });

export function fedcm({ codes, openHead, isRegistered, mainProfile }: Fedcm) {
  const signedOut = () => new Refusal('signed_out', 'Nobody is signed in here; sign in first.');

  return {
    async accounts(visitor: Federated | undefined) {
      const main = visitor && (await mainProfile(visitor.accountId));
      if (!main) throw signedOut();
      return {
        accounts: [
          {
            id: String(visitor.accountId),
            // A browser shows no account without a name.
            name: visitor.name || main.address,
            email: main.address,
            // Empty: so the browser asks every time, and never answers automatically.
            approved_clients: [],
          },
        ],
      };
    },

    async assertion(
      fields: Record<string, unknown>,
      origin: string | undefined,
      visitor: Federated | undefined,
      now: number,
    ) {
      const { data: request, error } = question.safeParse(fields);
      const proof = challenge.safeParse(request && readJson(request.params));
      if (!request || !proof.success)
        throw badFields(
          error?.issues.map(({ path, message }) => ({ field: path.join('.'), message })) ?? [
            { field: 'params', message: 'must be JSON with a challenge' },
          ],
        );
      const projectId = request.client_id;
      if (!(await openHead(projectId))) throw noProject();
      if (!origin || !mayHoldGrants(origin) || !(await isRegistered(projectId, origin)))
        throw new Refusal('origin_not_registered', "This page's origin is not registered for this project.");
      const isMeant = visitor && String(visitor.accountId) === request.account_id;
      const main = isMeant && (await mainProfile(visitor.accountId));
      if (!main) throw signedOut();
      // The browser's dialog has no room for what managers see of a person.
      const terms = { challenge: proof.data.challenge, isTold: false };
      const token = await codes.forPopup({ projectId, origin }, main.profileId, terms, now);
      return { token };
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
