/** `/project/…/mailings`: managers write to a group of volunteers, and read what became of it. */
import { text } from '../../src/contract/fields/kinds.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import {
  fewestRecipients,
  longestBody,
  longestSubject,
  mailingDeeds,
  maxMailings,
  type MailingEntry,
  type MailingPage,
  type TypedMailing,
} from '../../src/contract/pages/volunteers.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { newToken } from '../secrets/secrets.ts';
import { groupSize } from '../stats/disclosure.ts';
import { formLine } from '../text/one-line.ts';
import { readFilter, storedFilter } from './filter.ts';
import { letterText } from './letter.ts';
import { foreignLink } from '../../src/contract/fields/foreign-link.ts';
import { managedProject, type VolunteerProject, type VolunteerProjects } from './managed.ts';
import type { MailingFault, MailingRow, MailingStore } from './mailings.ts';
import type { VolunteerStore } from './store.ts';

export type MailingDeps = {
  projects: VolunteerProjects<VolunteerProject>;
  mailings: MailingStore;
  volunteers: VolunteerStore;
  headOf: (projectId: number, name: string) => ProjectHead;
  /** The origins and addresses that links may lead to. */
  sitesOf: (projectId: number) => Promise<string[]>;
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

export function mailingPages(deps: MailingDeps): PageHandlers {
  const { mailings, volunteers, sitesOf } = deps;
  const managed = managedProject(deps.projects);
  const page = async (
    row: VolunteerProject,
    typed: TypedMailing,
    more: Partial<Pick<MailingPage, 'faults' | 'preview' | 'done'>> = {},
  ): Promise<PageAnswer> => {
    const hosts = (await sitesOf(row.project_id)).map(withoutScheme);
    return {
      name: 'mailing',
      title: `Mail to volunteers: ${row.name}`,
      ...(more.faults && { status: 400 }),
      data: {
        project: deps.headOf(row.project_id, row.name),
        typed,
        faults: {},
        ...more,
        hosts,
        isFirst: await mailings.isFirst(row.project_id),
        log: (await mailings.log(row.project_id)).map(entryOf),
      },
    };
  };

  const faultsOf = async (projectId: number, { subject, body }: TypedMailing) => {
    const sites = await sitesOf(projectId);
    return {
      ...faultIn('subject', subjectField.safeParse(subject), subject, sites),
      ...faultIn('body', bodyField.safeParse(body), body, sites),
    };
  };

  const letterOf = (row: VolunteerProject, { subject, body }: TypedMailing) =>
    letterText(letterAbout(deps, row, { subject, body }), {
      unsubscribe: `${deps.baseUrl}/unsubscribe/…`,
    });

  const send = async (row: VolunteerProject, typed: TypedMailing, { visitor, now }: OwnVisit) => {
    const [projectId, accountId] = [row.project_id, visitor.accountId];
    const made = await mailings.create({ projectId, accountId, ...typed }, now);
    if (typeof made === 'string') return page(row, typed, { faults: { group: groupFaults[made] } });
    const done = made.state === 'awaiting_review' ? 'awaiting' : 'sending';
    return { to: `${deps.headOf(projectId, row.name).path}/mailings?done=${done}#log` };
  };

  return {
    'GET /project/:project/mailings': signedIn(async (visit) => {
      const row = await managed(visit);
      await volunteers.figuresOfToday(row.project_id, visit.now);
      const typed = { filter: readFilter(visit.query), subject: '', body: '', form: newToken() };
      const done = mailingDeeds.find((deed) => deed === visit.query['done']);
      return page(row, typed, { ...(done !== undefined && { done }) });
    }),

    'POST /project/:project/mailings': keepsText(
      signedIn(async (visit) => {
        const row = await managed(visit);
        const { fields, now } = visit;
        const typed = typedIn(fields);
        if (fields['act'] === 'edit') return page(row, typed);
        await volunteers.figuresOfToday(row.project_id, now);
        const inText = await faultsOf(row.project_id, typed);
        // The group of a mail that is sent is compared once, with what else decides about it.
        if (fields['act'] === 'send' && Object.keys(inText).length === 0) return send(row, typed, visit);
        const { fault, size } = await mailings.compared(row.project_id, typed.filter, now);
        const faults = { ...inText, ...(fault && { group: groupFaults[fault] }) };
        if (Object.keys(faults).length > 0) return page(row, typed, { faults });
        return page(row, typed, { preview: { ...letterOf(row, typed), recipients: groupSize(size) } });
      }, '/me'),
    ),

    'POST /project/:project/mailings/withdraw': signedIn(async (visit) => {
      const row = await managed(visit);
      const mailing = { project_id: row.project_id, mailing_id: Number(visit.fields['mailing']) };
      const to = { state: 'withdrawn', by: visit.visitor.accountId } as const;
      if (!Number.isSafeInteger(mailing.mailing_id) || !(await mailings.decide(mailing, to, visit.now)))
        throw new Refusal('not_found', 'An editor has decided about this mail meanwhile.');
      return { to: `${deps.headOf(row.project_id, row.name).path}/mailings?done=withdrawn#log` };
    }, '/me'),
  };
}

/** The letter of a project with its addresses here. */
export const letterAbout = (
  { headOf, baseUrl, serviceName }: Pick<MailingDeps, 'headOf' | 'baseUrl' | 'serviceName'>,
  { project_id, name }: { project_id: number; name: string },
  letter: { subject: string; body: string },
) => ({
  title: name,
  ...letter,
  serviceName,
  page: `${baseUrl}${headOf(project_id, name).path}`,
  choices: `${baseUrl}/me/volunteer`,
});

const withoutScheme = (site: string) => site.replace(/^https?:\/\//, '').replace(/\/$/, '');

function typedIn(fields: Visit['fields']): TypedMailing {
  const { form = '', body = '' } = fields;
  return {
    filter: readFilter(fields),
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
