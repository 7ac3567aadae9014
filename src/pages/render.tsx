import type { ComponentType } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Frame, Page, PageName } from '../contract/pages.ts';
import { PopupFrame, SiteFrame } from '../ui/site-frame.tsx';
import { pageLanguage } from '../ui/words/all.ts';
import { createLanguage, type PageWords } from '../ui/words/language.ts';
import { SpokenLanguage } from '../ui/words/use-words.tsx';
import { AccountPage } from './account/account.tsx';
import { AddAddressPage } from './account/add-address.tsx';
import { DeleteAccountPage, DeletedAccountPage } from './account/delete-account.tsx';
import { RemoveAddressPage } from './account/remove-address.tsx';
import { RemovePasskeyPage } from './account/remove-passkey.tsx';
import { AddPage } from './add/add.tsx';
import { ApiDocsPage } from './docs/api.tsx';
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
import { isConsentAddress, isPopupAddress } from './connect/popup-path.ts';
import { FinderPage } from './finder.tsx';
import { Head } from './head.tsx';
import { HomePage } from './home.tsx';
import { EndKeyPage } from './keys/end-key.tsx';
import { KeysPage } from './keys/keys.tsx';
import { NewKeyPage } from './keys/new-key.tsx';
import { isLive, liveLanguage, type LivePage } from './live.ts';
import { MailChoicesPage } from './mail-choices.tsx';
import { MePage } from './me/me.tsx';
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
import type { PageProps } from './page.ts';
import { PersonPage } from './person.tsx';
import { ProblemPage } from './problem.tsx';
import { EditPage } from './project-form/edit.tsx';
import { WholePreviewPage } from './project-form/page-preview.tsx';
import { InvitationPage } from './project/invitation.tsx';
import { LinksPage } from './project/links.tsx';
import { plotsOn } from './project/figures/plots.ts';
import { OriginPage } from './project/origin.tsx';
import { RemoveOriginPage } from './project/remove-origin.tsx';
import { PeoplePage } from './project/people.tsx';
import { ProjectPage } from './project/project.tsx';
import { MailingPage } from './project/mailing.tsx';
import { StatsSummaryPage } from './project/stats-summary.tsx';
import { VolunteersPage } from './project/volunteers.tsx';
import { WebhookPage } from './project/webhook.tsx';
import { AnswerPage } from './review/answer.tsx';
import { HistoryPage } from './review/history.tsx';
import { ReviewMailingPage } from './review/mailing.tsx';
import { ReviewQueuePage } from './review/queue.tsx';
import { ReviewPage } from './review/review.tsx';
import { scriptJson } from './script-json.ts';
import { GuardianAskedPage } from './guardian/guardian-asked.tsx';
import { GuardianPage } from './guardian/guardian.tsx';
import { SignedOutPage } from './signed-out.tsx';
import { SignInLinkPage } from './sign-in-link.tsx';
import { SignInPage } from './sign-in.tsx';
import { TellMePage } from './tell-me.tsx';
import { isTranslated, titleOf } from './translated.ts';
import { UnsubscribePage } from './unsubscribe.tsx';
import { EndWidgetPage } from './widgets/end-widget.tsx';
import { JoinWidgetPage } from './widgets/join-widget.tsx';
import { WidgetPage } from './widgets/widget.tsx';
import { WidgetsPage } from './widgets/widgets.tsx';

const views: { [Name in PageName]: ComponentType<PageProps<Name>> } = {
  home: HomePage,
  finder: FinderPage,
  project: ProjectPage,
  me: MePage,
  'me-remove': RemovePage,
  certificates: CertificatesPage,
  certificate: CertificatePage,
  account: AccountPage,
  'add-address': AddAddressPage,
  'delete-account': DeleteAccountPage,
  'deleted-account': DeletedAccountPage,
  'remove-address': RemoveAddressPage,
  'remove-passkey': RemovePasskeyPage,
  keys: KeysPage,
  'new-key': NewKeyPage,
  'end-key': EndKeyPage,
  'request-client': RequestClientPage,
  'client-secret': ClientSecretPage,
  'operator-clients': OperatorClientsPage,
  operator: OperatorPage,
  'operator-mails': OperatorMailsPage,
  'operator-people': OperatorPeoplePage,
  'operator-audit': OperatorAuditPage,
  'operator-project': OperatorProjectPage,
  'operator-keys': OperatorKeysPage,
  'operator-store': OperatorStorePage,
  'operator-import': OperatorImportPage,
  'sign-in': SignInPage,
  'sign-in-link': SignInLinkPage,
  'signed-out': SignedOutPage,
  guardian: GuardianPage,
  'guardian-asked': GuardianAskedPage,
  authorize: AuthorizePage,
  person: PersonPage,
  confirm: ConfirmPage,
  links: LinksPage,
  'stats-summary': StatsSummaryPage,
  connect: ConnectPage,
  'mail-choices': MailChoicesPage,
  'api-docs': ApiDocsPage,
  docs: DocsPage,
  builder: BuilderPage,
  check: CheckPage,
  widgets: WidgetsPage,
  widget: WidgetPage,
  'end-widget': EndWidgetPage,
  'join-widget': JoinWidgetPage,
  'tell-me': TellMePage,
  add: AddPage,
  'review-queue': ReviewQueuePage,
  review: ReviewPage,
  answer: AnswerPage,
  history: HistoryPage,
  edit: EditPage,
  'page-preview': WholePreviewPage,
  people: PeoplePage,
  volunteers: VolunteersPage,
  mailing: MailingPage,
  'review-mailing': ReviewMailingPage,
  'me-volunteer': VolunteerPage,
  unsubscribe: UnsubscribePage,
  invitation: InvitationPage,
  origin: OriginPage,
  webhook: WebhookPage,
  'remove-origin': RemoveOriginPage,
  outbox: OutboxPage,
  own: OwnPage,
  problem: ProblemPage,
};

const isInPopup = (page: Page) =>
  page.name === 'connect' ||
  page.name === 'authorize' ||
  (page.name === 'sign-in' && isPopupAddress(page.data.next)) ||
  ((page.name === 'sign-in' || page.name === 'sign-in-link') && isConsentAddress(page.data.next));

/**
 * The address for links that show the page again, such as those to other languages. The sign-in form may have been
 * posted, and its `next` was checked.
 */
const addressOf = (page: Page, path: string) =>
  page.name === 'sign-in' ? `/sign-in?next=${encodeURIComponent(page.data.next)}` : path;

/**
 * The whole document of a page. `shell` is the built index.html, `path` the address that was asked for, query included.
 * Pages that are hydrated in the browser contain their data as JSON, too, and Stats that of its plots; the others do not.
 */
export function renderPage(shell: string, page: Page, frame: Frame, path: string): string {
  // The type of `page` ties each name to its data; TypeScript loses that in a lookup by `page.name`.
  const View = views[page.name] as ComponentType<{ data: unknown; frame: Frame; path: string }>;
  const Around = isInPopup(page) ? PopupFrame : SiteFrame;
  const isSpoken = isTranslated(page);
  const language = pageLanguage(isSpoken ? (page.lang ?? frame.lang) : undefined);
  const part = isLive(page) ? liveLanguage(page.name, language) : undefined;
  // Drawn with the words that the browser gets, so that a word which is missing there fails here, too.
  const ofView = part ? createLanguage(part.tag, part.words as PageWords) : language;
  const body = renderToString(
    <SpokenLanguage.Provider value={language}>
      <Around frame={{ ...frame, ...(isSpoken && { isTranslated: true }) }} path={addressOf(page, path)}>
        <SpokenLanguage.Provider value={ofView}>
          <View data={page.data} frame={frame} path={path} />
        </SpokenLanguage.Provider>
      </Around>
    </SpokenLanguage.Provider>,
  );
  const live: LivePage | undefined = part && {
    ...{ name: page.name, data: page.data, frame, path },
    language: part,
  };
  const plots = plotsOn(page);
  const data =
    (live ? `<script type="application/json" id="page">${scriptJson(live)}</script>` : '') +
    (plots.length > 0 ? `<script type="application/json" id="plots">${scriptJson(plots)}</script>` : '');
  const jsonLd = page.jsonLd ? `<script type="application/ld+json">${scriptJson(page.jsonLd)}</script>` : '';
  const title = language.tag === 'en' ? page.title : titleOf(page, language);
  const head = renderToString(<Head page={{ ...page, title }} frame={frame} path={path} />);
  const filled = fill(fill(shell, '<!--head-->', head + jsonLd), '<!--body-->', body + data);
  const direction = language.isRightToLeft ? 'rtl' : 'ltr';
  return isSpoken
    ? fill(filled, '<html lang="en">', `<html lang="${language.tag}" dir="${direction}">`)
    : filled;
}

/** Replaces a place by a text exactly: `String.replace` would expand `$'` in a project's title as a pattern. */
function fill(shell: string, place: string, text: string): string {
  const [before, after, ...more] = shell.split(place);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`index.html must have ${place} exactly once`);
  return before + text + after;
}
