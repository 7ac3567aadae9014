/** `/project/…/mailings`, `/programme/…/mailings`: managers write to a group of people, and read what became of it. */
import { text } from '../../src/contract/fields/kinds.ts';
import {
  fewestRecipients,
  longestBody,
  longestSubject,
  mailingDeeds,
  maxMailings,
  type MailingEntry,
  type MailingPage,
  type Sender,
  type SenderHead,
  type TypedMailing,
} from '../../src/contract/pages/volunteers.ts';
import { foundAt } from '../http/found-by-number.ts';
import { doneIn, type PageAnswer, type PageHandlers, type Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { newToken } from '../secrets/secrets.ts';
import { groupSize } from '../stats/disclosure.ts';
import { formLine } from '../text/one-line.ts';
import { readFilter, storedFilter } from './filter.ts';
import { letterAbout, letterText } from './letter.ts';
import { foreignLink } from '../../src/contract/fields/foreign-link.ts';
import type { MailingFault, MailingRow, MailingStore } from './mailings.ts';
import type { OpenSender } from './sending.ts';
import type { VolunteerStore } from './store.ts';

export type MailingDeps = {
  mailings: MailingStore;
  volunteers: Pick<VolunteerStore, 'figuresOfToday'>;
  openSender: OpenSender;
  manages: (sender: Sender, accountId: number) => Promise<boolean>;
  /** The origins and addresses that links may lead to. */
  sitesOf: (sender: SenderHead) => Promise<string[]>;
  baseUrl: string;
  serviceName: string;
};

const subjectField = text('the subject', longestSubject);
const bodyField = text('the text', longestBody);

const groupFaults: Record<MailingFault, string> = {
  too_few: `Fewer than ${fewestRecipients} people are in this group: choose a wider one.`,
  too_close: `This group and those of your mails of the last 90 days differ by fewer than ${fewestRecipients} people, who could be told apart. Choose the same group as before, or one that differs more.`,
  too_many: `A project sends ${maxMailings} mails in 30 days at most, those that await an editor included.`,
};
/** All members of a programme are one group, which nobody can choose otherwise. */
const programmeFaults: typeof groupFaults = {
  ...groupFaults,
  too_few: `Fewer than ${fewestRecipients} people have joined.`,
  too_many: `A programme sends ${maxMailings} mails in 30 days at most, those that await an editor included.`,
};

/** Characters that hide or reorder what is written. */
const hidden = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

export const entryOf = (row: MailingRow): MailingEntry => ({
  id: Number(row.mailing_id),
  subject: row.subject,
  filter: storedFilter(row.filter),
  state: row.state,
  at: new Date(Number(row.created_at)).toISOString(),
  ...(row.state === 'sent' && { sent: groupSize(Number(row.sent)) }),
  ...(row.why !== null && { why: row.why }),
});

/** The pages of both kinds: a parameter of the address has the name of the kind. */
export function mailingPages(deps: MailingDeps): PageHandlers {
  const [project, programme] = [pagesOf(deps, 'project'), pagesOf(deps, 'programme')];
  return {
    'GET /project/:project/mailings': project.show,
    'POST /project/:project/mailings': project.write,
    'POST /project/:project/mailings/withdraw': project.withdraw,
    'GET /programme/:programme/mailings': programme.show,
    'POST /programme/:programme/mailings': programme.write,
    'POST /programme/:programme/mailings/withdraw': programme.withdraw,
  };
}

function pagesOf(deps: MailingDeps, kind: Sender['kind']) {
  const { mailings, volunteers, openSender, manages, sitesOf } = deps;
  const isProject = kind === 'project';
  const faultsOfGroup = isProject ? groupFaults : programmeFaults;

  /** To everybody else, and while it is not open, there is nothing at the address. */
  const managed = async ({ params, visitor, now }: OwnVisit): Promise<SenderHead> => {
    const sender = await foundAt(params[kind], (id) => openSender({ kind, id }));
    if (!sender || !(await manages(sender, visitor.accountId)))
      throw isProject
        ? new Refusal('no_project', 'There is no published project at this address.')
        : new Refusal('not_found', 'There is no such programme.');
    if (isProject) await volunteers.figuresOfToday(sender.id, now);
    return sender;
  };
  const filterIn = (fields: Visit['query']) => readFilter(isProject ? fields : {});
  const page = async (
    of: SenderHead,
    typed: TypedMailing,
    more: Partial<Pick<MailingPage, 'faults' | 'preview' | 'done'>> = {},
  ): Promise<PageAnswer> => ({
    name: 'mailing',
    title: `Mail to volunteers: ${of.title}`,
    ...(more.faults && { status: 400 }),
    data: {
      of,
      typed,
      faults: {},
      ...more,
      hosts: (await sitesOf(of)).map(withoutScheme),
      isFirst: await mailings.isFirst(of),
      log: (await mailings.log(of)).map(entryOf),
    },
  });

  const faultsOf = async (of: SenderHead, { subject, body }: TypedMailing) => {
    const sites = await sitesOf(of);
    return {
      ...faultIn('subject', subjectField.safeParse(subject), subject, sites),
      ...faultIn('body', bodyField.safeParse(body), body, sites),
    };
  };

  const letterOf = (of: SenderHead, typed: TypedMailing) =>
    letterText(letterAbout(deps, of, typed), { unsubscribe: `${deps.baseUrl}/unsubscribe/…` });

  const send = async (of: SenderHead, typed: TypedMailing, { visitor, now }: OwnVisit) => {
    const made = await mailings.create({ sender: of, accountId: visitor.accountId, ...typed }, now);
    if (typeof made === 'string') return page(of, typed, { faults: { group: faultsOfGroup[made] } });
    const done = made.state === 'awaiting_review' ? 'awaiting' : 'sending';
    return { to: `${of.path}/mailings?done=${done}#log` };
  };

  return {
    show: signedIn(async (visit) => {
      const of = await managed(visit);
      const typed = { filter: filterIn(visit.query), subject: '', body: '', form: newToken() };
      return page(of, typed, doneIn(visit, mailingDeeds));
    }),

    write: keepsText(
      signedIn(async (visit) => {
        const of = await managed(visit);
        const { fields, now } = visit;
        const typed = { ...typedIn(fields), filter: filterIn(fields) };
        if (fields['act'] === 'edit') return page(of, typed);
        const inText = await faultsOf(of, typed);
        // The group of a mail that is sent is compared once, with what else decides about it.
        if (fields['act'] === 'send' && Object.keys(inText).length === 0) return send(of, typed, visit);
        const { fault, size } = await mailings.compared(of, typed.filter, now);
        const faults = { ...inText, ...(fault && { group: faultsOfGroup[fault] }) };
        if (Object.keys(faults).length > 0) return page(of, typed, { faults });
        return page(of, typed, { preview: { ...letterOf(of, typed), recipients: groupSize(size) } });
      }, '/me'),
    ),

    withdraw: signedIn(async (visit) => {
      const of = await managed(visit);
      const mailing = { kind, project_id: of.id, mailing_id: Number(visit.fields['mailing']) };
      const to = { state: 'withdrawn', by: visit.visitor.accountId } as const;
      if (!Number.isSafeInteger(mailing.mailing_id) || !(await mailings.decide(mailing, to, visit.now)))
        throw new Refusal('not_found', 'An editor has decided about this mail meanwhile.');
      return { to: `${of.path}/mailings?done=withdrawn#log` };
    }, '/me'),
  };
}

const withoutScheme = (site: string) => site.replace(/^https?:\/\//, '').replace(/\/$/, '');

function typedIn(fields: Visit['fields']): Omit<TypedMailing, 'filter'> {
  const { form = '', body = '' } = fields;
  return {
    subject: formLine(fields['subject'] ?? '')
      .replace(hidden, '')
      .trim(),
    body: body
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .map((line) => line.replace(/\t/g, ' ').replace(hidden, '').trimEnd())
      .join('\n')
      .trim(),
    form: /^[\w-]{43}$/.test(form) ? form : newToken(),
  };
}

type ReadMailing = { success: boolean; error?: { issues: { message: string }[] } | undefined };

function faultIn(name: 'subject' | 'body', read: ReadMailing, typed: string, sites: string[]) {
  const words = name === 'subject' ? 'The subject' : 'The text';
  if (!read.success) return { [name]: `${words} ${read.error?.issues[0]?.message ?? 'is not right'}.` };
  const link = foreignLink(typed, sites);
  return link === undefined
    ? {}
    : {
        [name]: `“${link.slice(0, 100)}” reads like a link to another site. Links may lead to ${sites.map(withoutScheme).join(', ')} only.`,
      };
}
