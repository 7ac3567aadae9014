/** Questions of editors: mailed to a project's contact, who answers on a page that the mail links to. */
import { text } from '../../../src/contract/fields/kinds.ts';
import type { AnswerPage } from '../../../src/contract/pages/review.ts';
import { dayLong } from '../../text/day.ts';
import type { PageAnswer, PageHandlers, Visit } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Count } from '../../limits/stored-counts.ts';
import type { Counted, MailLimit } from '../../mail/limited.ts';
import { projectInMail } from '../../text/foreign-words.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import { type MailAddress, mailAddress, notMailable } from '../../text/mail-address.ts';
import type { Sealer } from '../../secrets/secrets.ts';
import type { Project } from '../reading/read-project.ts';
import type { ProjectStore } from '../store.ts';
import { questionMail, type ReviewMail } from './mails.ts';

/** Milliseconds. */
const answerWithin = 60 * dayLong;

/** The means of mail to the contact of a project. */
export type ContactMail = {
  mail: Pick<Mailer, 'sendLater' | 'languageFor'>;
  mailChoices: (address: MailAddress) => string;
  serviceName: string;
};

export type QuestionDeps = ContactMail & {
  projects: ProjectStore;
  mail: Mailer;
  mailLimit: MailLimit;
  /** Seals project and question into the link. */
  sealed: Sealer;
  baseUrl: string;
};

export const longText = text('the text', 4000);

/** Mails the contact after the reply, unless the address refuses such mail. */
export async function mailContact(
  { mail, mailChoices, serviceName }: ContactMail,
  { id, project, isReviewed }: { id: number; project: Project; isReviewed: boolean },
  make: (about: ReviewMail) => Mail,
  counts: Count[] = [],
): Promise<void> {
  const to = mailAddress(project.contact_email);
  if (!to) return;
  const lang = await mail.languageFor(to);
  const named = projectInMail({ id, title: project.name, isReviewed });
  const about = { to, project: named, serviceName, choices: mailChoices(to), lang };
  await mail.sendLater({ kind: 'notice', mail: make(about), counts });
}

/** Stores the question and mails it; returns a fault for the editor. Only a project that waits can be answered for. */
export async function askContact(
  deps: QuestionDeps,
  { id, project }: { id: number; project: Project },
  question: string,
  { accountId, ip, now }: { accountId: number; ip: string; now: number },
): Promise<string | undefined> {
  const row = await deps.projects.row(id);
  if (!row || row.review_since === null)
    return 'Nothing of this project awaits review, so an answer would come to nobody. Nothing was mailed.';
  const to = mailAddress(project.contact_email);
  if (!to) return `The address of the contact ${notMailable}.`;
  let counted: Counted;
  try {
    deps.mail.mustWork();
    counted = await deps.mailLimit({ purpose: 'review', address: to, ip }, now);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  const questionId = await deps.projects.ask(id, question, accountId, now);
  if (questionId === undefined) {
    await counted.uncount('unreachable');
    return undefined;
  }
  const link = `${deps.baseUrl}/answer/${deps.sealed.seal([id, questionId, now])}`;
  const asksFor = { id, project, isReviewed: false };
  await mailContact(deps, asksFor, (about) => questionMail({ ...about, question, link }), counted.counts);
  return undefined;
}

export function answerPages({ projects, sealed }: QuestionDeps): PageHandlers {
  const page = (data: AnswerPage, status = 200): PageAnswer => ({
    name: 'answer',
    title: data.state === 'thanks' ? 'Thank you' : 'A question about your project',
    status,
    data,
  });
  const questionOf = async ({ params, now }: Visit) => {
    const token = params['token'] ?? '';
    const contents = sealed.open(token);
    const [id, question, at] = Array.isArray(contents) ? (contents as [number, number, number]) : [0, 0, 0];
    const act = id === 0 ? undefined : await projects.act(id, question);
    if (!act) throw new Refusal('not_found', 'This link is not complete; open it from the email again.');
    const row = await projects.row(id);
    const isOver = act.about !== null || now > at + answerWithin || row?.review_since === null;
    return { id, question, token, isOver, title: row?.name ?? '', text: act.note ?? '' };
  };

  return {
    'GET /answer/:token': async (visit) => {
      const { token, title, text: question, isOver } = await questionOf(visit);
      return isOver ? page({ state: 'over', token, title }) : page({ state: 'form', token, title, question });
    },

    'POST /answer/:token': async (visit) => {
      const { id, question, token, title, text: says, isOver } = await questionOf(visit);
      const given = visit.fields['answer'];
      const typed = typeof given === 'string' ? given : '';
      if (isOver) return page({ state: 'over', token, title, typed });
      const answer = longText.safeParse(given);
      if (!answer.success) {
        const fault = `Your answer ${answer.error.issues[0]?.message ?? 'is not right'}.`;
        return page({ state: 'form', token, title, question: says, fault, typed }, 400);
      }
      const isFirst = await projects.answer(id, question, answer.data, visit.now);
      return page(isFirst ? { state: 'thanks', token, title } : { state: 'over', token, title, typed });
    },
  };
}
