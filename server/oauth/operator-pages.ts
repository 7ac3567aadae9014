/** `/operator/clients`: operators grant and refuse owners' requests for clients, and disable clients. */
import type { OperatorClientsPage } from '../../src/contract/pages/clients.ts';
import { id } from '../../src/contract/fields/kinds.ts';
import { ChangedMeanwhile } from '../http/changed-meanwhile.ts';
import { type Audit, forOperators, nothingHere, operatorForm, recordAct } from '../http/operators.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { formatInstant } from '../text/languages.ts';
import { formLine } from '../text/one-line.ts';
import { readClientForm } from './client-form.ts';
import type { ClientNews } from './client-mails.ts';
import type { HeadOf } from './client-pages.ts';
import type { ClientStore } from './clients.ts';
import { clientFacts, factsOf, iso } from './described-client.ts';
import type { RequestStore } from './requests.ts';

export type OperatorPages = {
  clients: ClientStore;
  requests: RequestStore;
  headOf: HeadOf;
  manages: (projectId: number, accountId: number) => Promise<boolean>;
  addressOf: (accountId: number) => Promise<string | undefined>;
  audit: Audit;
  /** The account of a member's address. */
  accountOf: (address: string) => Promise<number | undefined>;
  /** Mails an owner, after the reply. */
  tell: (accountId: number, news: ClientNews) => void;
};

const requestId = id('the request');
const longestReason = 500;

/** Returns the page, with what has just happened on it. */
function clientsView({ clients, requests, headOf, ...deps }: OperatorPages) {
  return async (
    { now }: Visit,
    more: Pick<OperatorClientsPage, 'done' | 'fault' | 'adding'> = {},
  ): Promise<PageAnswer> => {
    const [waiting, all] = await Promise.all([requests.waiting(), clients.all()]);
    const ownerOf = async (accountId: number) => {
      const owner = await deps.addressOf(accountId);
      return owner === undefined ? {} : { owner };
    };
    return {
      name: 'operator-clients',
      title: 'OAuth clients',
      ...((more.fault !== undefined || more.adding) && { status: 400 }),
      data: {
        ...more,
        requests: await Promise.all(
          waiting.map(async (row) => ({
            ...factsOf(row, await headOf(row.project_id)),
            ...(await ownerOf(row.account_id)),
            id: row.request_id,
            made: iso(row.created_at),
            manages: await deps.manages(row.project_id, row.account_id),
          })),
        ),
        clients: await Promise.all(
          all.map(async (row) => ({
            ...clientFacts(row, await headOf(row.project_id), now),
            people: Number(row.people),
            ...(await ownerOf(row.owner_id)),
            since: iso(row.created_at),
            ...(row.disabled_at !== null && { disabled: iso(row.disabled_at) }),
          })),
        ),
      },
    };
  };
}

export function operatorClientPages(deps: OperatorPages): PageHandlers {
  const { clients, requests } = deps;
  const show = clientsView(deps);
  /** Says who decided about a request first, and when. */
  const decidedBefore = async (number: number) => {
    const row = await requests.decided(number);
    const by = row && (await deps.addressOf(row.decided_by ?? 0));
    const says = row
      ? `${by ?? 'A former operator'} ${row.client_id === null ? 'refused' : 'granted'} “${row.name}” on ${formatInstant(Number(row.decided_at), 'en')}.`
      : 'The owner withdrew this request.';
    return new ChangedMeanwhile({ says, to: '/operator/clients' });
  };

  return {
    'GET /operator/clients': forOperators((visit) => show(visit)),

    'POST /operator/clients/decide': operatorForm(async (visit) => {
      const visitor = visit.visitor;
      const { fields, now } = visit;
      const number = requestId.safeParse(fields['id']);
      if (!number.success) throw nothingHere();
      if (fields['answer'] === 'grant') {
        const row = await requests.grant(number.data, visitor.accountId, now);
        if (!row) throw await decidedBefore(number.data);
        await recordAct(deps.audit, visit, 'oauth-client grant', number.data);
        deps.tell(row.account_id, { as: 'granted', name: row.name });
        return show(visit, { done: { name: row.name, as: 'granted' } });
      }
      const reason = formLine(fields['reason'] ?? '')
        .trim()
        .slice(0, longestReason);
      if (reason === '')
        return show(visit, { fault: 'Write why you refuse it: the owner reads that on their page.' });
      const row = await requests.refuse(number.data, visitor.accountId, reason, now);
      if (!row) throw await decidedBefore(number.data);
      await recordAct(deps.audit, visit, 'oauth-client refuse', number.data);
      deps.tell(row.account_id, { as: 'refused', name: row.name, reason });
      return show(visit, { done: { name: row.name, as: 'refused' } });
    }),

    'POST /operator/clients/add': operatorForm(async (visit) => {
      const { fields, now } = visit;
      const { given, faults, read } = readClientForm(fields);
      const isLegacy = fields['legacy'] !== undefined;
      const owner = (fields['owner'] ?? '').trim().slice(0, 254);
      const ownerId = await deps.accountOf(owner);
      if (ownerId === undefined || !read) {
        const unknown = 'Nobody has joined with this address; they sign in once, then you can register it.';
        const all = { ...faults, ...(ownerId === undefined && { owner: unknown }) };
        return show(visit, { adding: { given: { ...given, owner, isLegacy }, faults: all } });
      }
      const clientId = await clients.add({ ...read, ownerId, isLegacy }, now);
      await recordAct(deps.audit, visit, 'oauth-client add', clientId);
      deps.tell(ownerId, { as: 'registered', name: read.name });
      return show(visit, { done: { name: read.name, as: 'registered' } });
    }),

    'POST /operator/clients/disable': operatorForm(async (visit) => {
      const { fields, now } = visit;
      const clientId = fields['id'] ?? '';
      const client = await clients.find(clientId, now);
      if (!client) return show(visit, { fault: 'There is no such client in use.' });
      if (fields['sure'] === undefined)
        return show(visit, {
          fault: `Tick the box next to “Disable” for ${client.name}: it cannot be undone.`,
        });
      if ((await clients.disable(clientId, now)) === undefined)
        return show(visit, { fault: 'There is no such client in use.' });
      await recordAct(deps.audit, visit, 'oauth-client disable', clientId);
      return show(visit, { done: { name: client.name, as: 'disabled' } });
    }),
  };
}
