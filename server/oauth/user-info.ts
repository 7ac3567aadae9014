/** A site reads by its access token who authorized it, and the totals of what they contributed. */
import type { SharedProject } from '../../src/contract/api/contributions.ts';
import type { Api } from '../../src/contract/index.ts';
import type { TokenHolder } from '../http/authorise.ts';
import type { Handlers } from '../http/mount.ts';
import { Refusal } from '../http/refusal.ts';
import type { Log } from '../log.ts';
import type { Artifacts } from './artifacts.ts';
import type { ConsentStore } from './consents.ts';
import { type People, userInfo } from './person.ts';

const wrongToken = () =>
  new Refusal(
    'wrong_token',
    'This access token is not known, is older than an hour, or was revoked; get a new one at /token.',
  );

/** Finds the authorization behind an access token. */
export function tokenHolders({ accessToken }: Artifacts) {
  return async (token: string | undefined, now: number): Promise<TokenHolder> => {
    if (token === undefined)
      throw new Refusal(
        'no_token',
        'This needs an access token of OAuth 2 in the Authorization header, as Bearer …; /docs/gold tells how to get one.',
      );
    const payload = await accessToken(token, now);
    if (!payload) throw wrongToken();
    const { accountId, clientId, scope = '' } = payload;
    return { accountId: Number(accountId), clientId, scopes: scope.split(' ') };
  };
}

type UserInfo = People & {
  consents: ConsentStore;
  baseUrl: string;
  log: Log;
  contributionsOf: (accountId: number) => Promise<SharedProject[]>;
};

export function userInfoHandlers({
  person,
  consents,
  baseUrl,
  log,
  contributionsOf,
}: UserInfo): Pick<Handlers<Api>, 'GET /api/user_info' | 'GET /api/contributions'> {
  // Somebody may have a hundred thousand contributions, and a site may ask without pause.
  const underWay = new Map<number, Promise<SharedProject[]>>();
  const totalsOf = (accountId: number): Promise<SharedProject[]> => {
    const running = underWay.get(accountId);
    if (running) return running;
    const started = contributionsOf(accountId).finally(() => underWay.delete(accountId));
    underWay.set(accountId, started);
    return started;
  };

  return {
    'GET /api/user_info': async (_fields, { accountId, clientId, scopes }, { now }) => {
      const about = await person(accountId);
      if (!about) throw wrongToken();
      consents
        .used(accountId, clientId, now)
        .catch((error: unknown) => log.warn({ err: error }, 'last use of an authorization'));
      return userInfo(about, scopes, baseUrl);
    },

    'GET /api/contributions': async (_fields, { accountId, clientId, scopes }) => {
      if (!scopes.includes('contributions'))
        throw new Refusal(
          'wrong_scope',
          'The person did not let you read this: it needs an access token with the scope contributions.',
        );
      // Counted first: what is read is counted, whatever comes between.
      await consents.countRead(accountId, clientId);
      return { projects: await totalsOf(accountId) };
    },
  };
}
