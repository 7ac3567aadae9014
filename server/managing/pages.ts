/** The page of the people who manage a thing: owners invite, remove and hand over; everybody else can leave. */
import { emailAddress, id as idField } from '../../src/contract/fields/kinds.ts';
import {
  maxManagers,
  type ManagedHead,
  type ManagedKind,
  type PeoplePage,
  peopleDeeds,
} from '../../src/contract/pages/people.ts';
import type { NotifyOfOthers, OthersNotice } from '../accounts/notices.ts';
import { foundAt } from '../http/found-by-number.ts';
import { doneIn, type PageAnswer, type PageHandler, type PageHandlers } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import type { Counted, MailLimit } from '../mail/limited.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { faultIn, refusalIn } from '../text/languages.ts';
import { type MailAddress, recipient } from '../text/mail-address.ts';
import type { Invitation } from './invitations.ts';
import type { Managers } from './managers.ts';
import { owns, type Managed } from './things.ts';

/** The contents of the mail. `choices`: where its reader refuses such mail. */
type InvitationMail = { to: MailAddress; link: string; choices: string; lang: string };

/** A thing as its managers see it. */
export type ManagedThing = Managed & {
  head: ManagedHead;
  /** The path of the page of its managers. */
  path: string;
  /** The page that somebody comes to who manages it no more. */
  afterLeaving: string;
  description: string;
  /** Nobody is invited to a thing that an operator withholds. */
  isWithheld: boolean;
  invitationMail: (about: InvitationMail) => Mail;
  /** The mails to a person about a change of what they may do. */
  notices?: { owns: OthersNotice; unmanaged: OthersNotice };
};

export type ManagingPages = {
  managing: Managers;
  /** Finds a thing that is not deleted. */
  thing: (thing: Managed) => Promise<ManagedThing | undefined>;
  mail: Mailer;
  mailLimit: MailLimit;
  mailChoices: (address: MailAddress) => string;
  notify: NotifyOfOthers;
  /** All verified addresses of an account, the main one first. */
  addressesOf: (accountId: number) => Promise<MailAddress[]>;
  baseUrl: string;
};

const numberField = idField('the number in the form');
const address = emailAddress('the address to invite');

const nothingHere = () => new Refusal('not_found', 'There is nothing here that you manage.');
const notOwner = () =>
  new Refusal('not_manager', 'Only an owner can do that, with the buttons on this page.');

type FoundThing = { thing: ManagedThing; managers: Awaited<ReturnType<Managers['of']>>; isOwner: boolean };

/** An invitation as its reader and the managers see it. */
export const shownInvitation = ({ address: to, by, expiresAt }: Invitation) => ({
  address: to,
  by,
  until: new Date(expiresAt).toISOString(),
});

/** The pages of every kind: a parameter of the address has the name of the kind. */
export const managingPages = (deps: ManagingPages): PageHandlers => {
  const [project, widget] = [pagesOf(deps, 'project'), pagesOf(deps, 'widget')];
  const [programme, group] = [pagesOf(deps, 'programme'), pagesOf(deps, 'group')];
  return {
    'GET /project/:project/people': project.show,
    'POST /project/:project/people': project.change,
    'POST /project/:project/people/invite': keepsText(project.invite),
    'POST /project/:project/people/withdraw': project.withdraw,
    'GET /widgets/:widget/people': widget.show,
    'POST /widgets/:widget/people': widget.change,
    'POST /widgets/:widget/people/invite': keepsText(widget.invite),
    'POST /widgets/:widget/people/withdraw': widget.withdraw,
    'GET /programme/:programme/people': programme.show,
    'POST /programme/:programme/people': programme.change,
    'POST /programme/:programme/people/invite': keepsText(programme.invite),
    'POST /programme/:programme/people/withdraw': programme.withdraw,
    'GET /group/:group/people': group.show,
    'POST /group/:group/people': group.change,
    'POST /group/:group/people/invite': keepsText(group.invite),
    'POST /group/:group/people/withdraw': group.withdraw,
  };
};

function pagesOf(deps: ManagingPages, kind: ManagedKind) {
  const { managing } = deps;

  /** The thing of an address, for somebody who manages it. To everybody else there is nothing here. */
  const thingOf = async ({ params, visitor }: OwnVisit): Promise<FoundThing> => {
    const thing = await foundAt(params[kind], (id) => deps.thing({ kind, id }));
    const managers = thing ? await managing.of(thing) : [];
    if (!thing || !managers.some(({ account_id }) => account_id === visitor.accountId)) throw nothingHere();
    return { thing, managers, isOwner: owns(managers, visitor.accountId) };
  };

  const page = async (visit: OwnVisit, fault?: PeoplePage['fault'], status = 400): Promise<PageAnswer> => {
    const { thing, managers, isOwner } = await thingOf(visit);
    const open = isOwner ? await managing.invitations(thing, visit.now) : [];
    const data: PeoplePage = {
      of: thing.head,
      isOwner,
      isWithheld: thing.isWithheld,
      managers: managers.map(({ account_id: id, name, is_owner }) => ({
        id,
        name,
        isYou: id === visit.visitor.accountId,
        isOwner: is_owner === 1,
      })),
      invitations: open.map((one) => ({ id: one.digest, ...shownInvitation(one) })),
      ...(fault ? { fault } : doneIn(visit, peopleDeeds)),
    };
    return { name: 'people', title: `People: ${thing.head.title}`, ...(fault && { status }), data };
  };

  return {
    show: signedIn((visit) => page(visit)),
    invite: inviting(deps, thingOf, page),
    withdraw: signedIn(async (visit) => {
      const { thing } = await thingOf(visit);
      const { visitor, fields, now } = visit;
      const digest = fields['invitation'] ?? '';
      if (!(await managing.withdraw(thing, digest, visitor.accountId, now))) throw notOwner();
      return { to: `${thing.path}?done=withdrawn` };
    }, '/me'),
    change: changing(deps, thingOf),
  };
}

/** Leaves, removes somebody, or hands over. */
const changing = ({ managing, notify }: ManagingPages, thingOf: (visit: OwnVisit) => Promise<FoundThing>) =>
  signedIn(async (visit) => {
    const { thing } = await thingOf(visit);
    const { visitor, fields, now } = visit;
    const by = visitor.accountId;
    if (fields['act'] === 'leave') {
      if (!(await managing.leave(thing, by, now))) throw notOwner();
      return { to: thing.afterLeaving };
    }
    const account = numberField.safeParse(fields['account']);
    if (!account.success) throw notOwner();
    const isHandingOver = fields['act'] === 'own';
    const isDone = isHandingOver
      ? await managing.handOver(thing, account.data, by, now)
      : fields['act'] === 'remove' && (await managing.remove(thing, account.data, { owner: by }, now));
    if (!isDone) throw notOwner();
    const notice = thing.notices?.[isHandingOver ? 'owns' : 'unmanaged'];
    if (notice) await notify(account.data, notice, visit);
    return { to: `${thing.path}?done=${isHandingOver ? 'handed-over' : 'removed'}` };
  }, '/me');

const unmade = {
  open: 'This address has an open invitation already. Withdraw that one first to mail another.',
  full: `There are ${maxManagers} managers and open invitations at most. Withdraw an invitation first.`,
};

/** Mails an invitation; one that is refused counts as no mail. */
function inviting(
  { managing, mail, mailLimit, addressesOf, baseUrl, mailChoices }: ManagingPages,
  thingOf: (visit: OwnVisit) => Promise<FoundThing>,
  page: (visit: OwnVisit, fault: PeoplePage['fault'], status: number) => Promise<PageAnswer>,
): PageHandler {
  return signedIn(async (visit) => {
    const { thing, isOwner } = await thingOf(visit);
    if (!isOwner || thing.isWithheld) throw notOwner();
    const { visitor, fields, ip, now, lang } = visit;
    const by = visitor.accountId;
    const typed = (fields['email'] ?? '').slice(0, 254);
    const again = (message: string, status = 400) => page(visit, { message, typed }, status);
    const result = address.safeParse(fields['email']);
    if (!result.success) return again('Type an email address, like name@example.org.');
    const to = recipient(result.data)?.address;
    if (!to) return again(faultIn(lang, 'notMailable'));
    // The page says nothing of co-managers' addresses: nobody learns one by trying, and each may be invited again.
    if ((await addressesOf(by)).includes(to))
      return again('This is an address of yours: you manage it already.');
    let counted: Counted;
    try {
      mail.mustWork();
      counted = await mailLimit({ purpose: 'invite', address: to, ip }, now);
    } catch (error) {
      if (error instanceof Refusal) return again(refusalIn(lang, error), error.status);
      throw error;
    }
    const made = await managing.invite(thing, to, by, now);
    if (typeof made !== 'object') {
      await counted.uncount('unreachable');
      if (made === undefined) throw notOwner();
      return again(unmade[made]);
    }
    const link = `${baseUrl}/invitation/${made.token}`;
    const about = { to, link, choices: mailChoices(to), lang: await mail.languageFor(to) };
    await mail.sendLater({ kind: 'notice', counts: counted.counts, mail: thing.invitationMail(about) });
    return { to: `${thing.path}?done=invited` };
  }, '/me');
}
