/** The pages where people make, replace and revoke their own API keys. A key is in one reply only, and never in an address. */
import { id, oneOf } from '../../src/contract/fields/kinds.ts';
import { nameText } from '../../src/contract/fields/name-text.ts';
import { type KeyScope, keyScopes } from '../../src/contract/index.ts';
import { type EndKeyPage, type KeysPage, keysPath, type OwnKey } from '../../src/contract/pages/keys.ts';
import type { OwnClients } from '../../src/contract/pages/clients.ts';
import type { ManagedProject } from '../../src/contract/pages/me.ts';
import type { PageAnswer, PageHandlers } from '../http/pages.ts';
import { formIn, incomplete } from '../http/bodies/form-fields.ts';
import { Refusal } from '../http/refusal.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { newToken } from '../secrets/secrets.ts';
import { formLine } from '../text/one-line.ts';
import { firstCall } from './first-call.ts';
import { maxKeys, type OwnKeys } from './own-keys.ts';
import type { KeyStore } from './store.ts';

export type KeyPages = {
  keys: KeyStore;
  ownKeys: OwnKeys;
  managedBy: (accountId: number) => Promise<ManagedProject[]>;
  clientsOf: (accountId: number, now: number) => Promise<OwnClients>;
  baseUrl: string;
};

type Row = Awaited<ReturnType<KeyStore['ofAccount']>>[number];
const hour = 3_600_000;

/** How long a replaced key may go on working, in hours; the second is the operator command's. */
export const overlaps = [0, 24, 24 * 7, 24 * 30, 24 * 90];
export const usualOverlap = '24';

const maxEndedShown = 20;

const nameField = nameText('the name', 60);
const keyId = id('the key');
export const overlap = oneOf('when the old key ends', overlaps.map(String));

/** The pages that the addresses below answer with. */
function keyViews({ keys, managedBy, clientsOf, baseUrl }: Omit<KeyPages, 'ownKeys'>) {
  const own = async ({ visitor, params, now }: OwnVisit) => {
    const number = keyId.safeParse(params['key']);
    const row = number.success
      ? (await keys.ofAccount(visitor.accountId)).find(({ key_id }) => key_id === number.data)
      : undefined;
    if (!row) throw new Refusal('not_found', 'You have no such key.');
    return { row, hasEnded: row.revoked_at !== null && row.revoked_at <= now };
  };

  const list = async (
    { visitor, query, now }: OwnVisit,
    again?: Pick<KeysPage, 'given' | 'faults'>,
  ): Promise<PageAnswer> => {
    const rows = await keys.ofAccount(visitor.accountId);
    const isEnded = ({ revoked_at: end }: Row) => end !== null && end <= now;
    const revoked = rows.find((row) => isEnded(row) && String(row.key_id) === query['revoked']);
    return {
      name: 'keys',
      title: 'API keys',
      ...(again && { status: 400 }),
      data: {
        keys: rows.filter((row) => !isEnded(row)).map(ownKey),
        ended: rows
          .filter(isEnded)
          .sort((a, b) => (b.revoked_at ?? 0) - (a.revoked_at ?? 0))
          .slice(0, maxEndedShown)
          .map(ownKey),
        maxKeys,
        manages: visibilityOf(await managedBy(visitor.accountId)),
        form: newToken(),
        own: await clientsOf(visitor.accountId, now),
        ...again,
        ...(revoked && { revoked: revoked.name }),
      },
    };
  };

  const ask = async (act: EndKeyPage['act'], visit: OwnVisit, fault?: string): Promise<PageAnswer> => {
    const { row, hasEnded } = await own(visit);
    // One that ends later has a successor already.
    const isPossible = act === 'revoke' ? !hasEnded : hasEnded || row.revoked_at === null;
    if (!isPossible) return { to: keysPath };
    const reach = await keys.reach(row.key_id);
    return {
      name: 'end-key',
      title: `${act === 'revoke' ? 'Revoke' : 'Replace'} ${row.name}`,
      ...(fault !== undefined && { status: 400 }),
      data: {
        act,
        key: ownKey(row),
        projects: Number(reach?.projects ?? 0),
        ...(!hasEnded && { hours: overlaps }),
        form: newToken(),
        ...(fault !== undefined && { fault }),
      },
    };
  };

  /** The page that shows a key, once. */
  const made = (key: string, row: Pick<Row, 'name' | 'scopes'>, ends?: number | 'now'): PageAnswer => ({
    name: 'new-key',
    title: 'Your new key',
    data: {
      key,
      name: row.name,
      scopes: scopesIn(row),
      call: firstCall(key, row.scopes.split(' '), baseUrl),
      ...(ends !== undefined && { replaces: ends === 'now' ? {} : { ends: iso(ends) } }),
    },
  });

  return { own, list, ask, made };
}

export function keyPages(deps: KeyPages): PageHandlers {
  const { keys, ownKeys } = deps;
  const { own, list, ask, made } = keyViews(deps);

  return {
    [`GET ${keysPath}`]: signedIn((visit) => list(visit)),

    'POST /api/key': keepsText(
      signedIn(async (visit) => {
        const { fields, visitor, now } = visit;
        const name = nameField.safeParse(formLine(fields['name'] ?? ''));
        const scopes = keyScopes.filter((scope) => fields[scope] !== undefined);
        const typed = { name: (fields['name'] ?? '').slice(0, 200), scopes };
        const faults = {
          ...(!name.success && { name: `The name ${name.error.issues[0]?.message ?? 'is not text'}.` }),
          ...(scopes.length === 0 && { scopes: 'Choose at least one.' }),
        };
        if (!name.success || scopes.length === 0) return list(visit, { given: typed, faults });
        const row = { name: name.data, scopes: scopes.join(' ') };
        const outcome = await ownKeys.make({ accountId: visitor.accountId, form: formIn(visit), now }, row);
        if (typeof outcome === 'object') return made(outcome.text, row);
        return list(visit, { given: typed, faults: { form: faultOf(outcome) } });
      }, keysPath),
    ),

    'GET /api/key/:key/revoke': signedIn((visit) => ask('revoke', visit)),
    'POST /api/key/:key/revoke': signedIn(async (visit) => {
      const { row } = await own(visit);
      await keys.revoke(row.key_id, visit.now);
      return { to: `${keysPath}?revoked=${row.key_id}` };
    }, keysPath),

    'GET /api/key/:key/replace': signedIn((visit) => ask('replace', visit)),
    'POST /api/key/:key/replace': signedIn(async (visit) => {
      const { visitor, now, fields } = visit;
      const { row, hasEnded } = await own(visit);
      const hours = overlap.safeParse(fields['hours'] ?? usualOverlap);
      if (!hours.success) throw incomplete();
      const form = formIn(visit);
      const endsAt = hasEnded ? now : now + Number(hours.data) * hour;
      const outcome = await ownKeys.replace({ accountId: visitor.accountId, form, now }, row.key_id, endsAt);
      if (typeof outcome === 'object') return made(outcome.text, row, endsAt > now ? endsAt : 'now');
      return ask('replace', visit, faultOf(outcome));
    }, keysPath),
  };
}

const iso = (time: number) => new Date(time).toISOString();

const scopesIn = ({ scopes }: Pick<Row, 'scopes'>) =>
  scopes === 'all' ? ('all' as const) : (scopes.split(' ') as KeyScope[]);

export const ownKey = (row: Row): OwnKey => ({
  id: row.key_id,
  name: row.name,
  scopes: scopesIn(row),
  made: iso(row.created_at),
  ...(row.used_day !== null && { used: row.used_day }),
  ...(row.revoked_at !== null && { ends: iso(row.revoked_at) }),
});

function visibilityOf(managed: ManagedProject[]): KeysPage['manages'] {
  if (managed.length === 0) return 'nothing';
  const isOut = managed.some(({ visibility }) => visibility === 'published' || visibility === 'hidden');
  return isOut ? 'published' : 'unpublished';
}

function faultOf(why: Exclude<Awaited<ReturnType<OwnKeys['make']>>, object>): string {
  if (why === 'too many')
    return `You have ${maxKeys} keys in use, which is the most. Revoke one that nothing uses, or let a replaced key end at once.`;
  return why === 'made already'
    ? 'This form was sent twice: the key was made the first time, and was shown then only. If you did not copy it, replace it.'
    : 'You have no such key.';
}
