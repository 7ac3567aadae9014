/** How a draft becomes a project: at once for people who are signed in, by a mailed link for everybody else. */
import { emailAddress } from '../../../src/contract/fields/kinds.ts';
import type { AddPage } from '../../../src/contract/pages/add.ts';
import { dayLong } from '../../text/day.ts';
import type { PageAnswer, PageHandlers, Visit } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { signInFirst } from '../../http/signed-in.ts';
import type { MailLimit } from '../../mail/limited.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { type MailAddress, type Recipient, recipient } from '../../text/mail-address.ts';
import { faultIn, refusalIn } from '../../text/languages.ts';
import type { Sealer } from '../../secrets/secrets.ts';
import { registerMail } from '../project-mail.ts';
import type { ProjectStore } from '../store.ts';
import { draftPath } from './draft-access.ts';
import { draftCard } from './draft-card.ts';
import type { Draft, Drafts } from './drafts.ts';
import { type Pictures, showUpload } from './pictures.ts';
import { type ReadForm, textIn } from './typed-form.ts';

/** Milliseconds in which the link of the mail leads to the draft. */
const linkFor = 7 * dayLong;

export type Sending = {
  drafts: Drafts;
  projects: Pick<ProjectStore, 'add' | 'row' | 'showPicture'>;
  pictures: Pictures;
  readForm: ReadForm;
  mail: Mailer;
  mailLimit: MailLimit;
  mailChoices: (address: MailAddress) => string;
  /** Makes a mailed link that signs its reader in and continues at a path. */
  signInLink: (to: Recipient, now: number, message: { next: string }) => Promise<string>;
  addresses: (accountId: number) => Promise<{ address: MailAddress }[]>;
  /** Seals the draft and the address into the link. */
  sealed: Sealer;
  serviceName: string;
};

export const addPage = (data: AddPage, title: string, status = 200): PageAnswer => ({
  name: 'add',
  title,
  status,
  data,
});

const address = emailAddress('the address to register with');

/**
 * Sends a draft that was checked; if two calls come at the same time, only one adds the project. The draft is settled in
 * the transaction that adds it: a process that ends in between leaves a draft that can be sent again, or a project.
 */
export async function sendDraft(
  { drafts, projects, pictures }: Pick<Sending, 'drafts' | 'projects' | 'pictures'>,
  id: number,
  project: Parameters<Sending['projects']['add']>[0]['project'],
  accountId: number,
  now: number,
): Promise<void> {
  if (!(await drafts.take(id, now))) return;
  try {
    const news = { project, accountId, lineage: null, publish: false };
    const added = await projects.add(news, now, (trx, made) => drafts.settle(id, made, now, trx));
    await showUpload(projects, pictures, added, project);
  } catch (error) {
    await drafts.release(id);
    throw error;
  }
}

const askForAddress = (draft: Draft, email: string, fault?: string, status = 200) =>
  addPage(
    { state: 'address', draft: draft.id, name: nameOf(draft), email, ...(fault && { fault }) },
    'Your email address',
    status,
  );

const nameOf = ({ typed }: Draft) => textIn(typed, 'name').slice(0, 300);

/** Mails the link that signs its reader in and leads on to the draft; shows the field with what is wrong otherwise. */
export async function mailLink(
  { mail, mailLimit, mailChoices, sealed, signInLink, serviceName }: Sending,
  draft: Draft,
  { ip, now, lang }: Pick<Visit, 'ip' | 'now' | 'lang'>,
  email = '',
): Promise<PageAnswer> {
  const typed = email.slice(0, 254);
  const ask = (fault: string, status: number) => askForAddress(draft, typed, fault, status);
  const given = address.safeParse(email);
  if (!given.success) return ask(faultIn(lang, 'badAddress'), 400);
  const to = recipient(given.data);
  if (!to) return ask(faultIn(lang, 'notMailable'), 400);
  let counts;
  try {
    mail.mustWork();
    ({ counts } = await mailLimit({ purpose: 'register', address: to.address, ip, draft: draft.id }, now));
  } catch (error) {
    if (error instanceof Refusal) return ask(refusalIn(lang, error), error.status);
    throw error;
  }
  const next = `/add/from-mail/${sealed.seal([draft.id, to.address, now])}`;
  const link = await signInLink(to, now, { next });
  const about = { to: to.address, serviceName, link, lang: await mail.languageFor(to.address, lang) };
  await mail.sendLater({
    kind: 'link',
    counts,
    mail: registerMail({ ...about, choices: mailChoices(to.address) }),
  });
  return addPage({ state: 'mailed', draft: draft.id, name: nameOf(draft), email: typed }, 'Check your email');
}

/** `mine` returns the draft of this address, or refuses. */
export function sendingPages(deps: Sending, mine: (visit: Visit) => Promise<Draft>): PageHandlers {
  const { drafts, readForm, sealed } = deps;

  return {
    /** For people whom the mailed link signed in: a last look. Opening a link sends nothing. */
    'GET /add/:draft/send': async (visit) => {
      const draft = await mine(visit);
      const back = { to: draftPath(draft.id) };
      if (draft.projectId !== null) return back;
      const read = await readForm(draft.typed, visit.ip);
      if ('faults' in read) return back;
      if (!visit.visitor) return askForAddress(draft, textIn(draft.typed, 'contact_email'));
      const card = draftCard(draft.typed, read.project, visit.now, deps.pictures);
      return card ? addPage({ state: 'confirm', draft: draft.id, card }, 'Send your project') : back;
    },

    'POST /add/:draft/send': async (visit) => {
      const draft = await mine(visit);
      if (draft.projectId !== null || visit.visitor) return { to: `${draftPath(draft.id)}/send` };
      return mailLink(deps, draft, visit, visit.fields['email']);
    },

    'GET /add/from-mail/:token': async (visit) => {
      const { visitor, params, now, path } = visit;
      if (!visitor) return signInFirst({ path });
      const contents = sealed.open(params['token'] ?? '');
      const [id, to, at] = Array.isArray(contents) ? (contents as [number, string, number]) : [0, '', 0];
      const isTheirs = (await deps.addresses(visitor.accountId)).some((one) => one.address === to);
      if (!isTheirs || now > at + linkFor)
        throw new Refusal(
          'not_found',
          'This link is older than a week, or was mailed to another address than those of your profile.',
        );
      await drafts.give(id, visitor.accountId);
      return { to: `${draftPath(id)}/send` };
    },
  };
}
