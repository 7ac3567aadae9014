/** Every page of our site, one row each: what draws it, its title in other languages, and whether it has a script. */
import type { ComponentType } from 'preact';
import type { Frame, Page, PageData, PageName } from '../contract/pages.ts';
import {
  fillIn,
  type LanguagePart,
  type PageLanguage,
  type PageWords,
  partOf,
} from '../ui/words/language.ts';
import { AccountPage } from './account/account.tsx';
import { AddAddressPage } from './account/add-address.tsx';
import { DeleteAccountPage, DeletedAccountPage } from './account/delete-account.tsx';
import { RemoveAddressPage } from './account/remove-address.tsx';
import { RemovePasskeyPage } from './account/remove-passkey.tsx';
import { AddPage } from './add/add.tsx';
import { ApiDocsPage } from './docs/api/api.tsx';
import { DocsPage } from './docs/docs.tsx';
import { AuthorizePage } from './authorize.tsx';
import { BuilderPage } from './builder/builder.tsx';
import { CertificatePage } from './certificates/certificate.tsx';
import { CertificatesPage } from './certificates/certificates.tsx';
import { CheckPage } from './builder/check.tsx';
import { ClientSecretPage } from './clients/client-secret.tsx';
import { OperatorClientsPage } from './clients/operator-clients.tsx';
import { RequestClientPage } from './clients/request-client.tsx';
import { ConfirmPage } from './confirm.tsx';
import { ConnectPage } from './connect/connect.tsx';
import { FinderPage } from './finder/finder.tsx';
import { HomePage } from './home.tsx';
import { EndKeyPage } from './keys/end-key.tsx';
import { KeysPage } from './keys/keys.tsx';
import { NewKeyPage } from './keys/new-key.tsx';
import { MailChoicesPage } from './mail-choices.tsx';
import { InvitationPage } from './managing/invitation.tsx';
import { PeoplePage } from './managing/people.tsx';
import { MePage } from './me/me.tsx';
import { LeaveOutPage } from './me/leave-out.tsx';
import { RemovePage } from './me/remove.tsx';
import { VolunteerPage } from './me/volunteer.tsx';
import { OperatorAuditPage } from './operator/audit.tsx';
import { OperatorImportPage } from './operator/import.tsx';
import { OperatorKeysPage } from './operator/keys.tsx';
import { OperatorMailsPage } from './operator/mails.tsx';
import { OperatorPage } from './operator/overview.tsx';
import { OperatorPeoplePage } from './operator/people.tsx';
import { OperatorProjectPage } from './operator/project.tsx';
import { OperatorStorePage } from './operator/store.tsx';
import { OutboxPage } from './outbox.tsx';
import { OwnPage } from './own.tsx';
import { PersonPage } from './person.tsx';
import { OperatorProgrammesPage } from './programmes/operator.tsx';
import { ProgrammeFormPage } from './programmes/programme-form.tsx';
import { ProgrammePage } from './programmes/programme.tsx';
import { ProgrammesPage } from './programmes/programmes.tsx';
import { ProgrammeWorkPage } from './programmes/work.tsx';
import { ProblemPage } from './problem.tsx';
import { EditPage } from './project-form/edit.tsx';
import { WholePreviewPage } from './project-form/page-preview.tsx';
import { LinksPage } from './project/links.tsx';
import { OriginPage } from './project/origin.tsx';
import { RemoveOriginPage } from './project/remove-origin.tsx';
import { ProjectPage } from './project/project.tsx';
import { MailingPage } from './project/mailing.tsx';
import { StatsSummaryPage } from './project/stats-summary.tsx';
import { headWords, toolsWords } from './project/tools/live-words.ts';
import { VolunteersPage } from './project/volunteers.tsx';
import { WebhookPage } from './project/webhook.tsx';
import { AnswerPage } from './review/answer.tsx';
import { HistoryPage } from './review/history.tsx';
import { ReviewMailingPage } from './review/mailing.tsx';
import { ReviewQueuePage } from './review/queue.tsx';
import { ReviewPage } from './review/review.tsx';
import { GroupCodePage } from './groups/code.tsx';
import { GroupPage } from './groups/group.tsx';
import { GroupsPage } from './groups/groups.tsx';
import { GroupSheetPage } from './groups/sheet.tsx';
import { GuardianAskedPage } from './guardian/guardian-asked.tsx';
import { GuardianPage } from './guardian/guardian.tsx';
import { ChangedPage } from './changed.tsx';
import { SignedOutPage } from './sign-in/signed-out.tsx';
import { SignInLinkPage } from './sign-in/sign-in-link.tsx';
import { SignInPage } from './sign-in/sign-in.tsx';
import { TellMePage } from './tell-me.tsx';
import { UnsubscribePage } from './unsubscribe.tsx';
import { EndWidgetPage } from './widgets/end-widget.tsx';
import { WidgetPage } from './widgets/widget.tsx';
import { WidgetsPage } from './widgets/widgets.tsx';
import { isConsentAddress, isPopupAddress } from './connect/popup-path.ts';
import type { PageProps } from './page.ts';

type Row<Name extends PageName> = {
  view: ComponentType<PageProps<Name>>;
  /** Its title in a language. The page is drawn in the language of its visitor; without a title here, it is in English. */
  title?: (words: PageWords, data: PageData[Name]) => string;
  /** Whether these data are for everybody; the others are for people who work with projects, and in English. */
  isTranslated?: (data: PageData[Name]) => boolean;
  /**
   * The browser draws the page again (hydrate.tsx), if it has these data. The document carries these groups of words, so
   * that the browser loads no others.
   */
  live?: { words?: (keyof PageWords)[]; when?: (data: PageData[Name]) => boolean };
  /** A window without the head and the foot of the site. */
  isInPopup?: (data: PageData[Name]) => boolean;
};

const pages: { [Name in PageName]: Row<Name>['view'] | Row<Name> } = {
  home: { view: HomePage, title: (words) => words.home.title },
  finder: {
    view: FinderPage,
    title: ({ finder }, { asked, place }) => {
      const near = place && place.asWords === undefined ? place.name : '';
      const search = [asked.q, near].filter((part) => part !== '').join(' · ');
      return search === '' ? finder.projects : fillIn(finder.projectsFor, { search });
    },
  },
  project: {
    view: ProjectPage,
    title: (_, { title }) => title,
    live: { words: [...headWords, ...toolsWords], when: ({ tab }) => tab === 'tools' },
  },
  me: { view: MePage, title: (words) => words.me.title },
  'me-remove': { view: RemovePage, title: (words) => words.me.title },
  'me-leave-out': { view: LeaveOutPage, title: (words) => words.remove.oneTitle },
  certificates: { view: CertificatesPage, title: (words) => words.certificates.title },
  certificate: { view: CertificatePage, title: (words) => words.certificate.title },
  groups: { view: GroupsPage, title: ({ groups }) => groups.title },
  group: { view: GroupPage, title: (_, { of }) => of.name },
  'group-sheet': { view: GroupSheetPage, title: (_, { of }) => of.name },
  'group-code': { view: GroupCodePage, title: ({ groups }) => groups.codeTitle },
  programmes: { view: ProgrammesPage, title: ({ programmes }) => programmes.title },
  programme: { view: ProgrammePage, title: (_, { programme }) => programme.name },
  'programme-form': {
    view: ProgrammeFormPage,
    title: ({ programmes, programmeForm }, { of }) =>
      of ? fillIn(programmeForm.change, { name: of.name }) : programmes.request,
  },
  'programme-work': {
    view: ProgrammeWorkPage,
    title: ({ programmeWork }, { of }) => fillIn(programmeWork.title, { name: of.name }),
  },
  'operator-programmes': OperatorProgrammesPage,
  account: { view: AccountPage, title: (words) => words.account.title },
  'add-address': {
    view: AddAddressPage,
    title: ({ addAddress }, { state }) => (state === 'ask' ? addAddress.ask : addAddress.notAdded),
  },
  'delete-account': { view: DeleteAccountPage, title: (words) => words.delete.title },
  'deleted-account': { view: DeletedAccountPage, title: (words) => words.delete.done },
  'remove-address': { view: RemoveAddressPage, title: (words) => words.removeAddress.title },
  'remove-passkey': {
    view: RemovePasskeyPage,
    title: (words, { name }) => fillIn(words.removePasskey.title, { name }),
  },
  keys: { view: KeysPage, title: ({ keys }) => keys.title },
  'new-key': { view: NewKeyPage, title: ({ keys }) => keys.new.title },
  'end-key': {
    view: EndKeyPage,
    title: ({ keys }, { act, key: { name } }) =>
      fillIn(act === 'revoke' ? keys.revokeNamed : keys.replaceNamed, { name }),
  },
  'request-client': { view: RequestClientPage, title: ({ clients }) => clients.request },
  'client-secret': { view: ClientSecretPage, title: ({ clients }) => clients.secretTitle },
  'operator-clients': OperatorClientsPage,
  operator: OperatorPage,
  'operator-mails': OperatorMailsPage,
  'operator-people': OperatorPeoplePage,
  'operator-audit': OperatorAuditPage,
  'operator-project': OperatorProjectPage,
  'operator-keys': OperatorKeysPage,
  'operator-store': OperatorStorePage,
  'operator-import': OperatorImportPage,
  'sign-in': {
    view: SignInPage,
    title: ({ signIn }, { state }) =>
      ({ form: signIn.title, sent: signIn.sentTitle, there: signIn.thereTitle })[state],
    live: {
      words: ['connect', 'signIn'],
      when: ({ state, next }) => state === 'sent' && isPopupAddress(next),
    },
    isInPopup: ({ next }) => isPopupAddress(next) || isConsentAddress(next),
  },
  'sign-in-link': {
    view: SignInLinkPage,
    title: (words, { isNew }) => (isNew ? words.signInLink.create : words.signInLink.signIn),
    isInPopup: ({ next }) => isConsentAddress(next),
  },
  'signed-out': SignedOutPage,
  changed: ChangedPage,
  guardian: { view: GuardianPage, title: (words) => words.guardian.find },
  'guardian-asked': { view: GuardianAskedPage, title: (words) => words.signInLink.guardianAsked },
  authorize: {
    view: AuthorizePage,
    title: ({ signIn, consent }, { state, client = '' }) => {
      if (state === 'ask') return fillIn(consent['ask.title'], { client });
      return {
        'sign-in': signIn.title,
        'sign-in-again': consent['again.title'],
        over: consent['over.title'],
      }[state];
    },
    isInPopup: () => true,
  },
  person: { view: PersonPage, title: (words, { handle, name }) => handle ?? name ?? words.person.projects },
  confirm: {
    view: ConfirmPage,
    title: ({ confirm }, { project }) => fillIn(confirm.pageTitle, { project: project.title }),
  },
  links: {
    view: LinksPage,
    title: ({ links }, { project: { title } }) => `${links.title}: ${title}`,
    live: { words: [...headWords, 'links', 'copy'] },
  },
  'stats-summary': {
    view: StatsSummaryPage,
    title: ({ stats }, { title }) => fillIn(stats.summary.title, { project: title }),
  },
  connect: {
    view: ConnectPage,
    title: ({ connect }, { state, project }) =>
      ({
        ask: fillIn(connect.askPage, { project: project?.title ?? '' }),
        'sign-in': connect.signInPage,
        done: connect.thanks,
        refused: connect.refused,
        'signed-in': connect.signedIn,
      })[state],
    live: { words: ['connect', 'signIn'] },
    isInPopup: () => true,
  },
  'mail-choices': { view: MailChoicesPage, title: (words) => words.mailChoices.title },
  'api-docs': ApiDocsPage,
  docs: DocsPage,
  builder: {
    view: BuilderPage,
    title: ({ builder }) => builder.title,
    live: {
      words: [
        ...(['builder', 'buildFaults', 'snippetForms', 'copy', 'eventTypes'] as const),
        ...(['topics', 'activities', 'audiences'] as const),
      ],
    },
  },
  check: { view: CheckPage, title: ({ check }) => check.title },
  widgets: WidgetsPage,
  widget: { view: WidgetPage, live: { words: ['copy', 'snippetForms'] } },
  'end-widget': EndWidgetPage,
  'tell-me': { view: TellMePage, title: (words) => words.tellMe.title },
  add: {
    view: AddPage,
    title: ({ add, signIn }, { state }) =>
      ({
        start: add.title,
        form: add.title,
        address: add.address.title,
        mailed: signIn.sentTitle,
        confirm: add.confirm.pageTitle,
        delete: add.drop.title,
        sent: add.sentTitle,
      })[state],
  },
  'review-queue': ReviewQueuePage,
  review: ReviewPage,
  answer: {
    view: AnswerPage,
    title: ({ answer }, { state }) => (state === 'thanks' ? answer.thanks : answer.title),
  },
  history: HistoryPage,
  edit: {
    view: EditPage,
    title: ({ edit }, { project: { title } }) =>
      title === '' ? edit.titleUnknown : fillIn(edit.title, { project: title }),
  },
  'page-preview': {
    view: WholePreviewPage,
    title: ({ form: { preview } }, { preview: { page } }) =>
      fillIn(preview.pageTitle, { title: page.title || preview.noName }),
  },
  people: {
    view: PeoplePage,
    title: ({ managers }, { of }) => fillIn(managers.pageTitle, { name: of.title }),
  },
  volunteers: {
    view: VolunteersPage,
    title: ({ volunteers }, { project: { title } }) => `${volunteers.title}: ${title}`,
  },
  mailing: {
    view: MailingPage,
    title: ({ mailing }, { of: { kind, title } }) =>
      `${(kind === 'programme' ? mailing.programme : mailing).title}: ${title}`,
  },
  'review-mailing': ReviewMailingPage,
  'me-volunteer': { view: VolunteerPage, title: (words) => words.volunteer.title },
  unsubscribe: { view: UnsubscribePage, title: (words) => words.unsubscribe.heading },
  invitation: {
    view: InvitationPage,
    title: ({ invitation }, { state }) =>
      ({
        ended: invitation.ended,
        'other-address': invitation.other,
        refused: invitation.declined,
        ask: invitation.ask,
      })[state],
  },
  origin: {
    view: OriginPage,
    title: ({ origins }, { project: { title } }) => fillIn(origins.pageTitle, { project: title }),
  },
  webhook: WebhookPage,
  'remove-origin': {
    view: RemoveOriginPage,
    title: ({ origins: { removal } }, { project: { title } }) =>
      fillIn(removal.pageTitle, { project: title }),
  },
  outbox: OutboxPage,
  own: { view: OwnPage, title: (words, { name }) => words.frame.own[name] },
  problem: {
    view: ProblemPage,
    title: ({ problem }, { status }) => (status === 404 ? problem.notFound : problem.failed),
  },
};

export const pageNames = Object.keys(pages) as PageName[];

/** The type of a page ties its name to its data; TypeScript loses that in a look-up by name. */
function rowOf({ name }: Page): Row<never> {
  const row = pages[name] as Row<never>['view'] | Row<never>;
  return typeof row === 'function' ? { view: row } : row;
}

export const viewOf = (page: Page) =>
  rowOf(page).view as ComponentType<{ data: unknown; frame: Frame; path: string }>;

/** Whether a page is drawn in the language of its visitor. */
export const isTranslated = (page: Page): boolean => {
  const { title, isTranslated: isFor = () => true } = rowOf(page);
  return title !== undefined && isFor(page.data as never);
};

/** The title of a page in a language. */
export const titleOf = (page: Page, { words }: PageLanguage): string =>
  rowOf(page).title?.(words, page.data as never) ?? page.title;

/** The part of a language that a live page is drawn with; undefined for a page without a script of its own. */
export function liveLanguage(page: Page, language: PageLanguage): LanguagePart | undefined {
  const { live } = rowOf(page);
  if (!live || live.when?.(page.data as never) === false) return undefined;
  return partOf(language, live.words ?? []);
}

export const isInPopup = (page: Page): boolean => rowOf(page).isInPopup?.(page.data as never) ?? false;
