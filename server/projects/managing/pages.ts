/** `/project/…/people`: owners invite, remove and hand over; co-managers see each other, and leave. */
import { emailAddress, id as idField } from '../../../src/contract/fields.ts';
import {
  maxProjectManagers,
  type PeoplePage,
  peopleConfirmations,
} from '../../../src/contract/people-page.ts';
import type { NotifyOfOthers, OthersNotice } from '../../accounts/notices.ts';
import { isOpen } from '../../db/standing.ts';
import type { PageAnswer, PageHandlers, Visit } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { type OwnVisit, signedIn } from '../../http/signed-in.ts';
import type { MailLimit } from '../../mail/limited.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { type MailAddress, notMailable, recipient } from '../../mail-address.ts';
import type { Sealer } from '../../secrets.ts';
import { oneLine } from '../../text/one-line.ts';
import { projectMail } from '../project-mail.ts';
import { projectHead } from '../project-text.ts';
import type { ProjectRow } from '../rows.ts';
import type { ProjectStore } from '../store.ts';
import type { ProjectInvitations } from './invitations.ts';
import type { ProjectManagers } from './managers.ts';

export type ManagingPages = {
  projects: Pick<ProjectStore, 'row'>;
  managing: ProjectManagers;
  invitations: ProjectInvitations;
  /** Seals the number of an invitation into its link. */
  invitationSeal: Sealer;
  mail: Mailer;
  mailLimit: MailLimit;
  mailChoices: (address: MailAddress) => string;
  /** Tells a person about a change of what they may do. */
  notify: NotifyOfOthers;
  mainAddress: (accountId: number) => Promise<MailAddress | undefined>;
  /** All verified addresses of an account. */
  addressesOf: (accountId: number) => Promise<MailAddress[]>;
  baseUrl: string;
  serviceName: string;
};

const projectId = idField('the number at the start of the address');
const numberField = idField('the number in the form');
const address = emailAddress('the address to invite');

const nothingHere = () => new Refusal('no_project', 'There is no published project at this address.');
const notOwner = () =>
  new Refusal('not_manager', 'Only an owner of this project can do that, with the buttons on its page.');
export function managingPages(deps: ManagingPages): PageHandlers {
  const { projects, managing, invitations } = deps;

  /** The project of an address, for somebody who manages it. To everybody else there is nothing here. */
  const found = async ({ params, visitor }: OwnVisit) => {
    const read = projectId.safeParse(/^\d+/.exec(params['project'] ?? '')?.[0]);
    const row = read.success ? await projects.row(read.data) : undefined;
    const managers = row ? await managing.of(row.project_id) : [];
    const self = managers.find(({ account_id }) => account_id === visitor.accountId);
    if (!row || !self) throw nothingHere();
    return { row, managers, isOwner: self.is_owner === 1, path: peoplePath(row) };
  };

  const page = async (visit: OwnVisit, fault?: PeoplePage['fault'], status = 400): Promise<PageAnswer> => {
    const { row, managers, isOwner } = await found(visit);
    const done = Object.keys(peopleConfirmations).find((deed) => deed === visit.query['done']);
    const open = isOwner ? await invitations.of(row.project_id, visit.now) : [];
    const data: PeoplePage = {
      project: { ...projectHead(row.project_id, row.name), tabs: { isOpen: isOpen(row) } },
      isOwner,
      managers: managers.map(({ account_id: id, name, is_owner }) => ({
        ...{ id, name, isYou: id === visit.visitor.accountId, isOwner: is_owner === 1 },
      })),
      invitations: open.map((one) => ({
        ...{ id: one.invitation_id, address: one.address },
        until: new Date(one.expires_at).toISOString(),
      })),
      isWithheld: row.is_withheld === 1,
      ...(done !== undefined && !fault && { done: done as keyof typeof peopleConfirmations }),
      ...(fault && { fault }),
    };
    return { name: 'people', title: `People: ${row.name}`, ...(fault && { status }), data };
  };

  const numberIn = ({ fields }: Visit, name: string): number => {
    const read = numberField.safeParse(fields[name]);
    if (!read.success) throw notOwner();
    return read.data;
  };

  return {
    'GET /project/:project/people': signedIn((visit) => page(visit)),

    'POST /project/:project/people/invite': inviting(deps, found, page),

    'POST /project/:project/people/withdraw': signedIn(async (visit) => {
      const { row, path } = await found(visit);
      const invitation = numberIn(visit, 'invitation');
      const { visitor, now } = visit;
      if (!(await invitations.end(row.project_id, invitation, visitor.accountId, now))) throw notOwner();
      return { to: `${path}?done=withdrawn` };
    }, '/me'),

    'POST /project/:project/people': signedIn(async (visit) => {
      const { row, path } = await found(visit);
      const { visitor, fields, now } = visit;
      const [id, by] = [row.project_id, visitor.accountId];
      if (fields['act'] === 'leave') {
        if (!(await managing.leave(id, by, now))) throw notOwner();
        return { to: '/me?done=left' };
      }
      const account = numberIn(visit, 'account');
      const isHandingOver = fields['act'] === 'own';
      const isDone = isHandingOver
        ? await managing.handOver(id, account, by, now)
        : fields['act'] === 'remove' && (await managing.remove(id, account, by, now));
      if (!isDone) throw notOwner();
      await deps.notify(account, isHandingOver ? nowOwner(row, deps) : nowRemoved(row), visit);
      return { to: `${path}?done=${isHandingOver ? 'handed-over' : 'removed'}` };
    }, '/me'),
  };
}

type ManagedPage = { row: ProjectRow; managers: { account_id: number }[]; isOwner: boolean; path: string };

/** Mails an invitation. */
function inviting(
  { invitations, mail, mailLimit, addressesOf, ...deps }: ManagingPages,
  found: (visit: OwnVisit) => Promise<ManagedPage>,
  page: (visit: OwnVisit, fault: PeoplePage['fault'], status: number) => Promise<PageAnswer>,
): PageHandlers[string] {
  return signedIn(async (visit) => {
    const { row, managers, isOwner, path } = await found(visit);
    if (!isOwner || row.is_withheld === 1) throw notOwner();
    const { visitor, fields, ip, now } = visit;
    const typed = typeof fields['email'] === 'string' ? fields['email'].slice(0, 254) : '';
    const again = (message: string, status = 400) => page(visit, { message, typed }, status);
    const given = address.safeParse(fields['email']);
    if (!given.success) return again('Type an e-mail address, like name@example.org.');
    const to = recipient(given.data)?.address;
    if (!to) return again(`This address ${notMailable}.`);
    let counts;
    try {
      mail.mustWork();
      ({ counts } = await mailLimit({ purpose: 'invite', address: to, ip }, now));
    } catch (error) {
      if (error instanceof Refusal) return again(error.message, error.status);
      throw error;
    }
    // Counted before: co-managers do not show each other their addresses, and no owner may try one after the other.
    const addresses = await Promise.all(managers.map(({ account_id }) => addressesOf(account_id)));
    if (addresses.flat().includes(to))
      return again('Somebody with this address manages the project already.');
    const made = await invitations.invite(row.project_id, to, visitor.accountId, now);
    if (made === 'open')
      return again('This address has an open invitation already. Withdraw that one first to mail another.');
    if (made === undefined)
      return again(
        `A project has ${maxProjectManagers} managers and open invitations at most. Withdraw an invitation first.`,
      );
    const link = `${deps.baseUrl}/invitation/${deps.invitationSeal.seal([made])}`;
    const lang = await mail.languageFor(to);
    const about = { to, title: row.name, serviceName: deps.serviceName, link, lang };
    await mail.sendLater({
      ...{ kind: 'notice', counts },
      mail: projectMail('invite', { ...about, choices: deps.mailChoices(to) }),
    });
    return { to: `${path}?done=invited` };
  }, '/me');
}

const peoplePath = (row: ProjectRow) => `${projectHead(row.project_id, row.name).path}/people`;

const nowOwner = (row: ProjectRow, { baseUrl }: ManagingPages): OthersNotice => ({
  what: 'owns',
  values: { project: oneLine(row.name), page: `${baseUrl}${peoplePath(row)}` },
});

const nowRemoved = (row: ProjectRow): OthersNotice => ({
  what: 'unmanaged',
  values: { project: oneLine(row.name) },
});
