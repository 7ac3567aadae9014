/** `/operator/keys`: operators look at the keys of a person, revoke one, or replace it. */
import { emailAddress, id } from '../../src/contract/fields/kinds.ts';
import { operatorPath, type OperatorKeys } from '../../src/contract/pages/operator.ts';
import type { NotifyOfOthers } from '../accounts/notices.ts';
import { type Audit, forOperators, nothingHere, operatorForm, recordAct } from '../http/operators.ts';
import { ownWords } from '../text/foreign-words.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { type MailAddress, recipient } from '../text/mail-address.ts';
import { newToken } from '../secrets/secrets.ts';
import { formIn, incomplete } from '../http/bodies/form-fields.ts';
import { overlap, overlaps, ownKey, usualOverlap } from './key-pages.ts';
import { maxKeys, type OwnKeys } from './own-keys.ts';
import type { KeyStore } from './store.ts';

export type OperatorKeyPages = {
  keys: KeyStore;
  ownKeys: OwnKeys;
  accountOf: (address: MailAddress) => Promise<number | undefined>;
  /** The name and the main address of an account. */
  personOf: (accountId: number) => Promise<{ name: string; address: string } | undefined>;
  audit: Audit;
  /** Tells the person of the key. */
  notify: NotifyOfOthers;
};

const here = `${operatorPath}/keys`;
const address = emailAddress('the address of the person');
const accountField = id('the account');
const keyField = id('the key');
const hour = 3_600_000;

export function operatorKeyPages({ keys, ownKeys, audit, ...deps }: OperatorKeyPages): PageHandlers {
  const page = (data: OperatorKeys): PageAnswer => ({
    name: 'operator-keys',
    title: 'API keys of a person',
    ...(data.fault && { status: 400 }),
    data,
  });

  const personIn = async ({ params }: Visit) => {
    const read = accountField.safeParse(params['account']);
    const person = read.success ? await deps.personOf(read.data) : undefined;
    if (!read.success || !person) throw nothingHere();
    return { id: read.data, ...person };
  };

  const list = async (visit: Visit, more: Pick<OperatorKeys, 'made' | 'fault'> = {}): Promise<PageAnswer> => {
    const person = await personIn(visit);
    const rows = await keys.ofAccount(person.id);
    const all = await Promise.all(
      rows.map(async (row) => ({
        ...ownKey(row),
        hasEnded: row.revoked_at !== null && row.revoked_at <= visit.now,
        projects: Number((await keys.reach(row.key_id))?.projects ?? 0),
      })),
    );
    const revoked = all.find(({ id: key }) => String(key) === visit.query['revoked'])?.name;
    return page({
      ...more,
      person,
      keys: all,
      hours: overlaps,
      form: newToken(),
      ...(revoked !== undefined && { revoked }),
    });
  };

  return {
    [`GET ${operatorPath}/keys`]: forOperators(() => page({})),

    /** The address is in the body, and so in no log; the list has the account's number in its address. */
    'POST /operator/keys': operatorForm(async (visit) => {
      const result = address.safeParse(visit.fields['email']);
      const to = result.success ? recipient(result.data) : undefined;
      const account = to && (await deps.accountOf(to.address));
      if (account !== undefined) return { to: `${here}/${account}` };
      const typed = (visit.fields['email'] ?? '').slice(0, 254);
      return page({ fault: { message: 'There is no account with this address.', typed } });
    }),

    [`GET ${operatorPath}/keys/:account`]: forOperators((visit) => list(visit)),

    'POST /operator/keys/:account': operatorForm(async (visit) => {
      const person = await personIn(visit);
      const { fields, now } = visit;
      const number = keyField.safeParse(fields['key']);
      const row = (await keys.ofAccount(person.id)).find(({ key_id }) => key_id === number.data);
      if (!row) throw nothingHere();
      const values = { name: ownWords(row.name) };
      if (fields['act'] === 'revoke') {
        if (await keys.revoke(row.key_id, now)) {
          await recordAct(audit, visit, 'revoke-key', row.key_id);
          await deps.notify(person.id, { what: 'keyRevoked', values }, visit);
        }
        return { to: `${here}/${person.id}?revoked=${row.key_id}` };
      }
      if (fields['act'] !== 'replace') throw nothingHere();
      const hours = overlap.safeParse(fields['hours'] ?? usualOverlap);
      if (!hours.success) throw incomplete();
      const endsAt = now + Number(hours.data) * hour;
      const made = await ownKeys.replace(
        { accountId: person.id, form: formIn(visit), now },
        row.key_id,
        endsAt,
      );
      if (typeof made !== 'object') return list(visit, { fault: { message: faults[made], typed: '' } });
      await recordAct(audit, visit, 'rotate-key', row.key_id);
      const notice =
        endsAt > now ? ({ what: 'keyReplaced', at: endsAt } as const) : ({ what: 'keyReplacedNow' } as const);
      await deps.notify(person.id, { ...notice, values }, visit);
      return list(visit, { made: { key: made.text, name: row.name } });
    }),
  };
}

const faults = {
  'made already': 'This form was sent twice: the key was made the first time, and was shown then only.',
  'too many': `This person has ${maxKeys} keys in use, which is the most: let the old key end at once, or revoke one first.`,
  'no such key': 'There is no such key.',
} as const;
