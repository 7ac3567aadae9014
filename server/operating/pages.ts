/** `/operator`: the state of the service, its mail, people with a role, and their acts. */
import { emailAddress, id as idField } from '../../src/contract/fields/kinds.ts';
import {
  givenRoles,
  type OperatorMails,
  type OperatorOverview,
  type OperatorPeople,
  operatorPath,
} from '../../src/contract/pages/operator.ts';
import type { NotifyOfOthers } from '../accounts/notices.ts';
import { ChangedMeanwhile } from '../http/changed-meanwhile.ts';
import { formatInstant } from '../text/languages.ts';
import { pageAt } from '../http/paged.ts';
import { type Audit, forOperators, operatorForm, recordAct } from '../http/operators.ts';
import { doneIn, type PageAnswer, type PageHandlers, type Visitor } from '../http/pages.ts';
import type { MailStore } from '../mail/mail-store.ts';
import { notMailable, recipient } from '../text/mail-address.ts';
import { giveRole, type RoleDeps } from './roles.ts';
import type { OperatorStore } from './store.ts';
import { type TestMailDeps, testMailPages } from './test-mail-pages.ts';

export type OperatingPages = {
  store: OperatorStore;
  roles: RoleDeps;
  mails: Pick<MailStore, 'failed' | 'retrying' | 'retry'>;
  waiting: () => Promise<number>;
  overview: (now: number) => Promise<OperatorOverview>;
  audit: Audit;
  /** Tells a person that their role changed. */
  notify: NotifyOfOthers;
  /** Queues the mails that were put back. */
  wake: () => void;
} & TestMailDeps;

const address = emailAddress('the address of the person');
const mailId = idField('the mail');
const maxFailed = 200;
const perPage = 100;
const iso = (at: number) => new Date(at).toISOString();

export function operatingPages(deps: OperatingPages): PageHandlers {
  const { store, mails } = deps;
  return {
    [`GET ${operatorPath}`]: forOperators(async ({ now }) => ({
      name: 'operator',
      title: 'Operator',
      data: await deps.overview(now),
    })),

    [`GET ${operatorPath}/audit`]: forOperators(async ({ query }) => {
      const { offset, ...place } = pageAt(await store.auditCount(), query['page'], perPage);
      const items = (await store.audit(offset, perPage)).map(({ at, ...row }) => ({ at: iso(at), ...row }));
      return { name: 'operator-audit', title: 'Audit', data: { list: { ...place, items } } };
    }),

    [`GET ${operatorPath}/mails`]: forOperators(({ query }) => {
      const retried = /^\d{1,6}$/.exec(query['retried'] ?? '')?.[0];
      return mailPage(deps, retried === undefined ? {} : { retried: Number(retried) });
    }),

    'POST /operator/mails': operatorForm(async (visit) => {
      const read = mailId.safeParse(visit.fields['mail']);
      const which = read.success ? read.data : visit.fields['mail'] === 'all' ? 'all' : 0;
      const retried = await mails.retry(which, visit.now);
      await recordAct(deps.audit, visit, 'mails --retry', which === 'all' ? '' : which);
      deps.wake();
      return { to: `${operatorPath}/mails?retried=${retried}` };
    }),

    ...testMailPages(deps, (more) => mailPage(deps, more)),
    ...peoplePages(deps),
  };
}

const onlyOperator =
  'No one else is an operator, and no one could open these pages any more. Make someone else an operator first.';

async function mailPage(
  { mails, waiting, tryMail }: OperatingPages,
  more: Partial<OperatorMails>,
): Promise<PageAnswer> {
  const data: OperatorMails = {
    waiting: await waiting(),
    retrying: (await mails.retrying(maxFailed)).map((row) => ({
      id: row.mail_id,
      kind: row.kind,
      tries: row.tries,
      fault: row.fault ?? '',
      made: iso(row.created_at),
      next: iso(row.next_at ?? row.created_at),
    })),
    failed: (await mails.failed(maxFailed)).map((row) => ({
      id: row.mail_id,
      kind: row.kind,
      tries: row.tries,
      fault: row.fault,
      made: iso(row.created_at),
      failed: iso(row.failed_at),
      isKept: row.is_kept === 1,
    })),
    ...(tryMail === undefined && { hasNoServer: true }),
    ...more,
  };
  return { name: 'operator-mails', title: 'Mail', ...(more.fault && { status: 400 }), data };
}

const roleNotices = { none: 'roleEnded', editor: 'roleEditor', operator: 'roleOperator' } as const;

function peoplePages({ store, roles, ...deps }: OperatingPages): PageHandlers {
  const page = async (
    visitor: Visitor,
    more: Pick<OperatorPeople, 'done' | 'fault'>,
  ): Promise<PageAnswer> => ({
    name: 'operator-people',
    title: 'People with a role',
    ...(more.fault && { status: 400 }),
    data: {
      ...more,
      people: (await store.people()).map(({ account_id: id, name, role, address: main }) => ({
        id,
        name,
        role,
        address: main ?? '',
        isYou: id === visitor.accountId,
      })),
    },
  });

  return {
    [`GET ${operatorPath}/people`]: forOperators((visit) => page(visit.visitor, doneIn(visit, givenRoles))),

    'POST /operator/people': operatorForm(async (visit) => {
      const visitor = visit.visitor;
      const { fields, now } = visit;
      const typed = (fields['email'] ?? '').slice(0, 254);
      const again = (message: string) => page(visitor, { fault: { message, typed } });
      const role = givenRoles.find((known) => known === fields['act']);
      const read = address.safeParse(fields['email']);
      if (!role || !read.success) return again('Type an email address, like name@example.org.');
      const to = recipient(read.data);
      if (!to) return again(`This address ${notMailable}.`);
      const seen = (['none', ...givenRoles] as const).find((known) => known === fields['seen']);
      const change = { to, role, keepsOperator: true, seen };
      const { accountId, before, stays, isOther } = await giveRole(roles, change, now);
      if (isOther) {
        const last = await store.roleGiven(accountId);
        const who = last
          ? `${last.name ?? 'A former operator'} did so on ${formatInstant(last.at, 'en')}.`
          : '';
        throw new ChangedMeanwhile({
          says: `The role of that person is “${before}” now. ${who}`,
          to: `${operatorPath}/people`,
        });
      }
      if (stays) return again(onlyOperator);
      if (before === role) return again('That person has this role already.');
      await recordAct(deps.audit, visit, `role ${role}`, accountId);
      await deps.notify(accountId, { what: roleNotices[role] }, visit);
      return { to: accountId === visitor.accountId ? '/me' : `${operatorPath}/people?done=${role}` };
    }),
  };
}
