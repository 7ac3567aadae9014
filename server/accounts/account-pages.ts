/** A person's account: their names and what others see of them, their sessions, and where their other forms begin. */
import { nameText } from '../../src/contract/fields/name-text.ts';
import {
  type AccountConfirmation,
  accountConfirmations,
  type AccountFault,
  type AccountPage,
  type AccountPart,
  accountParts,
  accountPath,
  type Names,
  type OwnPasskey,
  shown,
  zonePath,
} from '../../src/contract/pages/account.ts';
import { type FormFields, incomplete } from '../http/bodies/form-fields.ts';
import type { PageAnswer, PageHandlers } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { faultIn } from '../text/languages.ts';
import { formLine } from '../text/one-line.ts';
import { zoneOf } from '../text/zone.ts';
import { maxAddresses } from './address-store.ts';
import { decisionForms, type Decisions, decisionsOf } from './decisions.ts';
import { maxPasskeys } from './passkeys/passkeys.ts';
import { sessionId, type Sessions } from './sessions.ts';
import type { AccountStore } from './store.ts';
/** Shows the account page again, with what was typed and why it was refused. */
export type AccountAgain = (visit: OwnVisit, fault: AccountFault, names?: Names) => Promise<PageAnswer>;

export type AccountPages = {
  accounts: AccountStore;
  sessions: Sessions;
  passkeysOf: (accountId: number) => Promise<OwnPasskey[]>;
  decisions: Decisions;
};

const maxSessionsShown = 20;

/** In characters. */
const maxNames = { handle: 40, firstName: 80, lastName: 80 };

const nameFields: Record<keyof Omit<Names, 'shows'>, ReturnType<typeof nameText>> = {
  handle: nameText('the name that the person goes by', maxNames.handle),
  firstName: nameText('the first name', maxNames.firstName),
  lastName: nameText('the last name', maxNames.lastName),
};

export function accountPages(deps: AccountPages): { pages: PageHandlers; again: AccountAgain } {
  const { accounts, sessions, passkeysOf, decisions } = deps;

  const show = async (
    visit: OwnVisit,
    more?: { fault: AccountFault; names: Names | undefined },
  ): Promise<PageAnswer> => {
    const { visitor, query, now } = visit;
    const { accountId } = visitor;
    const [names, addresses, open, passkeys] = await Promise.all([
      accounts.names(accountId),
      accounts.addresses(accountId),
      sessions.ofAccount(accountId, now),
      passkeysOf(accountId),
    ]);
    if (!names) throw new Refusal('not_found', 'This account does not exist any more.');
    const done = confirmationNames.find((deed) => deed === query['done']);
    const part = more ? partOf[more.fault.form] : done ? accountConfirmations[done] : partIn(query);
    const data: AccountPage = {
      userId: accountId,
      names: more?.names ?? names,
      ...(names.hasGuardian && { hasGuardian: true }),
      addresses: await Promise.all(
        addresses.map(async ({ address, is_main }) => ({
          address,
          main: is_main === 1,
          isMailEnded: await decisions.mailBlocks.has(address),
        })),
      ),
      maxAddresses,
      ...shownSessions(open, visitor.session),
      passkeys,
      maxPasskeys,
      ...(await decisions.namedIn(await decisionsOf(decisions, visit), visit.lang)),
      ...(part && { open: part }),
      ...(done && !more && { done }),
      ...(more && { fault: more.fault }),
    };
    return { name: 'account', title: 'Your account', ...(more && { status: 400 }), data };
  };
  const again: AccountAgain = (visit, fault, names) => show(visit, { fault, names });

  const pages: PageHandlers = {
    [`GET ${accountPath}`]: signedIn((visit) => show(visit)),

    'POST /account/names': signedIn(async (visit) => {
      const { names, fault } = namesIn(visit.fields, visit.lang);
      if (fault) return again(visit, fault, names);
      await accounts.setNames(visit.visitor.accountId, names);
      return { to: `${accountPath}?done=names#names` };
    }, accountPath),

    [`POST ${zonePath}`]: signedIn(async ({ visitor, fields }) => {
      const zone = zoneOf(fields['zone']);
      if (zone === undefined)
        throw new Refusal('invalid', 'The time zone must have a name such as Europe/Berlin.');
      await accounts.setZone(visitor.accountId, zone);
      return { to: `${accountPath}?done=zone#zone` };
    }, accountPath),

    'POST /account/sessions/end': signedIn(async ({ visitor, fields }) => {
      const id = fields['id'];
      if (typeof id !== 'string') throw incomplete();
      if (id === sessionId(visitor.session))
        return { to: '/', headers: await sessions.close(visitor.session) };
      await sessions.end(visitor.accountId, id);
      return { to: `${accountPath}?done=session#sessions` };
    }, accountPath),

    'POST /account/sessions/end-others': signedIn(async ({ visitor }) => {
      await sessions.endOthers(visitor.accountId, visitor.session);
      return { to: `${accountPath}?done=sessions#sessions` };
    }, accountPath),
  };
  return { pages: { ...pages, ...decisionForms(decisions) }, again };
}

const confirmationNames = Object.keys(accountConfirmations) as AccountConfirmation[];

/** The part with each form that can be refused. */
const partOf = { names: 'names', address: 'addresses', passkey: 'passkeys' } as const;

/** The part that an address leads to: by name, or by a page of its list. */
const partIn = (query: OwnVisit['query']): AccountPart | undefined =>
  accountParts.find((part) => part === query['open'] || query[part] !== undefined);

type SessionRow = Awaited<ReturnType<Sessions['ofAccount']>>[number];

/** The session of the present browser first, then the last used ones. */
function shownSessions(open: SessionRow[], present: string): Pick<AccountPage, 'sessions' | 'moreSessions'> {
  const sorted = [...open].sort((a, b) => Number(b.digest === present) - Number(a.digest === present));
  return {
    sessions: sorted.slice(0, maxSessionsShown).map((row) => ({
      id: sessionId(row.digest),
      device: row.device,
      since: new Date(row.created_at).toISOString(),
      ...(row.used_at !== null && { used: new Date(row.used_at).toISOString() }),
      isThis: row.digest === present,
    })),
    moreSessions: Math.max(0, open.length - maxSessionsShown),
  };
}

function namesIn(fields: FormFields, lang: string): { names: Names; fault?: AccountFault } {
  const names: Names = { handle: '', firstName: '', lastName: '', shows: [] };
  let fault: AccountFault | undefined;
  for (const field of ['handle', 'firstName', 'lastName'] as const) {
    const text = formLine(fields[field] ?? '');
    // Every name may be empty.
    if (text.trim() === '') continue;
    const read = nameFields[field].safeParse(text);
    if (read.success) names[field] = read.data;
    else {
      const why = read.error.issues[0]?.message ?? 'is not text';
      names[field] = text.slice(0, 200).toWellFormed();
      fault ??= {
        form: 'names',
        field,
        text: lang === 'en' ? `This ${why}.` : faultIn(lang, 'badName', { n: maxNames[field] }),
      };
    }
  }
  names.shows = shown.filter((what) => fields[`show_${what}`] !== undefined);
  return { names, ...(fault && { fault }) };
}
