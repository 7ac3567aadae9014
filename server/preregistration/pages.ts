/** "Tell me when it starts": one button for members; for others, an address and a mail to confirm it. */
import { emailAddress } from '../../src/contract/fields/kinds.ts';
import type { PageData, ProjectHead } from '../../src/contract/pages.ts';
import { dayLong } from '../text/day.ts';
import { foundAt } from '../http/found-by-number.ts';
import type { PageAnswer, PageHandlers, Visit, Visitor } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { faultIn, refusalIn } from '../text/languages.ts';
import type { MailLimit } from '../mail/limited.ts';
import type { Mailer } from '../mail/mailer.ts';
import { mailAddress, type MailAddress } from '../text/mail-address.ts';
import type { Sealer } from '../secrets/secrets.ts';
import { confirmationMail } from './mails.ts';
import type { StartNotices } from './store.ts';

const confirmWithin = 7 * dayLong;

export type Preregistering = {
  notices: StartNotices;
  /** Seals the content of a mailed link: address, project and time. */
  sealed: Sealer;
  mail: Mailer;
  mailLimit: MailLimit;
  mailChoices: (address: MailAddress) => string;
  baseUrl: string;
  serviceName: string;
  /** A project that is shown, is about to start, and has preregistration. */
  starting: (projectId: number) => Promise<ProjectHead | undefined>;
  /** A project that is shown. */
  shown: (projectId: number) => Promise<ProjectHead | undefined>;
  mainAddress: (accountId: number) => Promise<MailAddress | undefined>;
};

const addressField = emailAddress('the address to tell');
const page = (data: PageData['tell-me'], status = 200): PageAnswer => ({
  name: 'tell-me',
  title: 'Tell me when it starts',
  status,
  data,
});

/** The content of a mailed link. */
function readLink(sealed: Sealer, { params }: Visit) {
  const contents = sealed.open(params['token'] ?? '');
  const [typed, projectId, at] = Array.isArray(contents)
    ? (contents as [string, number, number])
    : ['', 0, 0];
  const address = mailAddress(typed);
  if (!address) throw new Refusal('not_found', 'This link is not complete; open it from the email again.');
  return { token: params['token'] ?? '', address, projectId, at };
}

export function preregistrationPages(having: Preregistering): PageHandlers {
  const { notices, sealed, baseUrl, serviceName } = having;

  const projectIn = async ({ params }: Visit): Promise<ProjectHead> => {
    const head = await foundAt(params['project'], having.starting);
    if (!head)
      throw new Refusal(
        'no_project',
        'There is no project here that is about to start and has preregistration.',
      );
    return head;
  };
  const linkOf = (address: MailAddress, { id: projectId }: ProjectHead, now: number, lang: string) =>
    `${baseUrl}/tell-me/${sealed.seal([address, projectId, now])}?lang=${lang}`;
  return {
    'POST /project/:project/tell-me': async (visit) => {
      const project = await projectIn(visit);
      const { visitor, fields, ip, now, lang } = visit;
      if (visitor) {
        const address = await having.mainAddress(visitor.accountId);
        if (address !== undefined) await notices.add(project.id, address, lang, now);
        return { to: project.path };
      }
      const again = (fault: string, status = 400) => page({ state: 'form', project, fault }, status);
      const read = addressField.safeParse(fields['email']);
      if (!read.success) return again(faultIn(lang, 'badAddress'));
      const to = mailAddress(read.data);
      if (!to) return again(faultIn(lang, 'notMailable'));
      let counts;
      try {
        having.mail.mustWork();
        ({ counts } = await having.mailLimit({ purpose: 'tell-me', address: to, ip }, now));
      } catch (error) {
        if (error instanceof Refusal) return again(refusalIn(lang, error), error.status);
        throw error;
      }
      const [link, choices] = [linkOf(to, project, now, lang), having.mailChoices(to)];
      // The reply is the same, and as fast, whether or not the address refuses such mail or is on the list already.
      await having.mail.sendLater({
        kind: 'notice',
        counts,
        mail: confirmationMail({ to, title: project.title, serviceName, link, choices, lang }),
      });
      return page({ state: 'sent', project });
    },

    'POST /project/:project/tell-me-not': async (visit) => {
      const project = await projectIn(visit);
      const address = visit.visitor && (await having.mainAddress(visit.visitor.accountId));
      if (address !== undefined) await notices.removeAddress(address, project.id);
      return { to: project.path };
    },

    'GET /tell-me/:token': async (visit) => {
      const { token, address, projectId, at } = readLink(sealed, visit);
      const project = await having.shown(projectId);
      if (await notices.has(projectId, address))
        return page({ state: 'on', token, ...(project && { project }) });
      const isOpen = visit.now < at + confirmWithin && (await having.starting(projectId)) !== undefined;
      return page({ state: isOpen ? 'confirm' : 'over', token, ...(project && { project }) });
    },

    'POST /tell-me/:token': async (visit) => {
      const { token, address, projectId, at } = readLink(sealed, visit);
      const project = await having.starting(projectId);
      if (visit.fields['choice'] === 'no') {
        await notices.removeAddress(address, projectId);
        const shown = await having.shown(projectId);
        return page({ state: 'off', token, ...(shown && { project: shown }) });
      }
      if (project && visit.now < at + confirmWithin)
        await notices.add(projectId, address, visit.lang, visit.now);
      return { to: `/tell-me/${token}` };
    },
  };
}

/** The offer on a project's page for this visitor; undefined if there is none. */
export const startNoticeFor =
  ({ notices, starting, mainAddress }: Pick<Preregistering, 'notices' | 'starting' | 'mainAddress'>) =>
  async (projectId: number, visitor: Visitor | undefined): Promise<PageData['project']['startNotice']> => {
    if (!(await starting(projectId))) return undefined;
    const address = visitor && (await mainAddress(visitor.accountId));
    if (address === undefined) return { state: 'ask' };
    return { state: (await notices.has(projectId, address)) ? 'on' : 'offer' };
  };
