/** The pages where owners request OAuth clients, and make their secrets. A secret is in one reply only. */
import type { Keyed } from '../secrets/secrets.ts';
import { peopleRounding } from '../stats/disclosure.ts';
import { id, oneOf } from '../../src/contract/fields/kinds.ts';
import { clientPath, type OwnClients, type RequestClientPage } from '../../src/contract/pages/clients.ts';
import { keysPath } from '../../src/contract/pages/keys.ts';
import type { ManagedProject } from '../../src/contract/pages/me.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import type { PageAnswer, PageHandlers, Visit, Visitor } from '../http/pages.ts';
import { formIn, incomplete } from '../http/bodies/form-fields.ts';
import { Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { newToken } from '../secrets/secrets.ts';
import { readClientForm } from './client-form.ts';
import type { ClientStore } from './clients.ts';
import { clientFacts, factsOf, iso } from './described-client.ts';
import { maxWaiting, type RequestStore } from './requests.ts';

export type ClientPages = {
  clients: ClientStore;
  requests: RequestStore;
  managedBy: (accountId: number) => Promise<ManagedProject[]>;
};

const hour = 3_600_000;
const requestId = id('the request');
/** How long a replaced secret may go on working, in hours. */
const overlap = oneOf('when the old secret ends', ['0', '24', '168']);

/** The clients and requests of an owner, for the page of their keys. */
export const ownClients =
  ({ clients, requests, headOf, keyed }: Omit<ClientPages, 'managedBy'> & { headOf: HeadOf; keyed: Keyed }) =>
  async (accountId: number, now: number): Promise<OwnClients> => {
    const [own, asked] = await Promise.all([clients.all(accountId), requests.ofAccount(accountId)]);
    return {
      clients: await Promise.all(
        own
          .filter((row) => row.disabled_at === null)
          .map(async (row) => ({
            ...clientFacts(row, await headOf(row.project_id), now),
            people: peopleRounding(
              keyed,
              row.client_id,
            )({
              people: Number(row.people),
              who: String(row.who),
            }),
          })),
      ),
      requests: await Promise.all(
        asked.map(async (row) => ({
          ...factsOf(row, await headOf(row.project_id)),
          id: row.request_id,
          made: iso(row.created_at),
          ...(row.reason !== null && { refused: row.reason }),
        })),
      ),
    };
  };

/** A project by its id, whatever the public sees of it; its managers and operators do. */
export type HeadOf = (projectId: number | null) => Promise<ProjectHead | undefined>;

export function clientPages({ clients, requests, managedBy }: ClientPages): PageHandlers {
  const ask = async (
    { visitor }: Visit & { visitor: Visitor },
    again?: Pick<RequestClientPage, 'given' | 'faults'>,
  ): Promise<PageAnswer> => ({
    name: 'request-client',
    title: 'Request a client',
    ...(again && { status: 400 }),
    data: {
      projects: (await managedBy(visitor.accountId)).map(({ project }) => project),
      form: newToken(),
      ...again,
    },
  });

  return {
    'GET /api/key/client': signedIn((visit) => ask(visit)),

    'POST /api/key/client': keepsText(
      signedIn(async (visit) => {
        const { visitor, fields, now } = visit;
        const { given, faults, read } = readClientForm(fields);
        const form = formIn(visit);
        const managed = await managedBy(visitor.accountId);
        const project = managed.find((one) => String(one.project.id) === given.project)?.project;
        if (!project)
          return ask(visit, { given, faults: { ...faults, project: 'Choose one of your projects.' } });
        if (!read) return ask(visit, { given, faults });
        const request = { ...read, accountId: visitor.accountId, projectId: project.id, form };
        if (await requests.add(request, now)) return { to: `${keysPath}#clients` };
        const full = `You have ${maxWaiting} requests that wait, which is the most. Withdraw one first.`;
        return ask(visit, { given, faults: { form: full } });
      }, clientPath),
    ),

    'POST /api/key/client/withdraw': signedIn(async ({ visitor, fields }) => {
      const number = requestId.safeParse(fields['id']);
      if (number.success) await requests.withdraw(visitor.accountId, number.data);
      return { to: `${keysPath}#clients` };
    }, keysPath),

    'POST /api/key/client/secret': signedIn(async ({ visitor, fields, now }) => {
      const hours = overlap.safeParse(fields['hours'] ?? '24');
      const clientId = fields['id'];
      if (!hours.success || typeof clientId !== 'string') throw incomplete();
      const ownerId = visitor.accountId;
      const before = (await clients.all(ownerId)).find((row) => row.client_id === clientId);
      const formerUntil = now + Number(hours.data) * hour;
      const secret = before && (await clients.newSecret(clientId, { formerUntil, ownerId }));
      if (!before || secret === undefined)
        throw new Refusal('not_found', 'You have no such client with a secret.');
      return {
        name: 'client-secret',
        title: 'The secret of your client',
        data: {
          clientId,
          name: before.name,
          secret,
          ...(before.has_secret && formerUntil > now && { formerUntil: iso(formerUntil) }),
        },
      };
    }, keysPath),
  };
}
