/** The data of each page of our site: made by the server's features, drawn by src/pages. */
import type { PartLanguages } from './fields/translated-fields.ts';
import type { AddPage, EditPage, WholePreview } from './pages/add.ts';
import type { AccountPage, AddAddressPage, DeleteAccountPage, OwnPasskey } from './pages/account.ts';
import type { ApiDocs } from './pages/api-docs.ts';
import type { AuthorizePageData } from './pages/authorize.ts';
import type { ClientSecretPage, OperatorClientsPage, RequestClientPage } from './pages/clients.ts';
import type { DocsTopic } from './pages/docs-topics.ts';
import type { EventType } from './api/event-types.ts';
import type { OutcomeSaid } from './pages/outcomes.ts';
import type {
  OperatorProgrammesPage,
  ProgrammeFormPage,
  ProgrammePage,
  ProgrammeSaid,
  ProgrammesPage,
  ProgrammeWorkPage,
} from './pages/programmes.ts';
import type { GroupCodePage, GroupPage, GroupSheetPage, GroupsPage } from './pages/groups.ts';
import type { CertificatePage, CertificatesPage } from './pages/certificates.ts';
import type { CheckPage } from './pages/check.ts';
import type { CoverageMap } from './pages/maps.ts';
import type { FinderPage, ProjectCardData } from './pages/finder.ts';
import type { ProjectFact } from './pages/project-form.ts';
import type { ImageState, Tools } from './pages/project-tools.ts';
import type { OperatorPageData } from './pages/operator.ts';
import type { OriginPage, RemoveOriginPage } from './pages/origin.ts';
import type { WebhookPage } from './pages/webhooks.ts';
import type { InvitationPage, PeoplePage } from './pages/people.ts';
import type { AnswerPage, ChangedPages, HistoryPage, ReviewPage, ReviewQueue } from './pages/review.ts';
import type { EndKeyPage, KeysPage, NewKeyPage } from './pages/keys.ts';
import type { MePage, PersonPage, LeavingOut, Removing } from './pages/me.ts';
import type { GuardianAskedPage, GuardianPage } from './pages/guardian.ts';
import type { SignedOutPage, SignInLinkPage, SignInPage } from './pages/sign-in.ts';
import type { MailChoicesPage } from './pages/mail-choices.ts';
import type { FigureSet, StatsSummary, StatsTotals } from './pages/stats-figures.ts';
import type { VolunteerPages } from './pages/volunteers.ts';
import type { EndWidgetPage, WidgetPage, WidgetsPage } from './pages/widgets.ts';

/** The data that every page has. */
export type Frame = {
  serviceName: string;
  baseUrl: string;
  slug: string;
  /** Outside production, the footer links to the outbox and the demonstration partner. */
  development?: { demo: string };
  /** The operator's imprint, contact and privacy notice, here or elsewhere. */
  ownPages?: OwnPage[];
  /** `zone`: in which times are shown to them; UTC if absent. */
  visitor?: { name: string; role: 'none' | 'editor' | 'operator'; zone?: string };
  /** The language of pages that are translated; English if absent. */
  lang?: string;
  /** The page is drawn in the language of its visitor, who can choose another. */
  isTranslated?: true;
  /** Each language by its own name. */
  languages?: [tag: string, name: string][];
};

export const ownPageNames = ['imprint', 'contact', 'privacy'] as const;
export type OwnPageName = (typeof ownPageNames)[number];
export type OwnPage = { name: OwnPageName; address: string };
export type ProjectHead = { id: number; title: string; path: string };

/** `tabs`: the reader manages it, and has its other pages. While it is not open, it has no volunteers. */
export type ProjectWithTabs = ProjectHead & { tabs?: { isOpen: boolean } };

type PagesOfOthers = VolunteerPages & OperatorPageData & ChangedPages;

export type PageData = PagesOfOthers & {
  home: {
    total: number;
    topics: { name: string; projects: number }[];
    newest: ProjectCardData[];
  };
  finder: FinderPage;
  project: ProjectWithTabs & {
    tab: 'about' | 'tools' | 'stats';
    published: boolean;
    /** Our editors turned it down before it was ever published. */
    turnedDown?: true;
    /** An operator withholds the project: only its managers and editors see this. */
    withheld?: true;
    website: string;
    /** `src` is a path of ours. */
    image?: { src: string; width: number; height: number; credit?: string };
    description: string;
    organisation: string;
    origin: string;
    status: string;
    goal?: string;
    task?: string;
    howToJoin?: string;
    gear?: string;
    specialSkills?: string;
    timeCommitment?: string;
    startDate?: string;
    endYear?: string;
    publicEmail?: string;
    facts: { field: ProjectFact; values: string[] }[];
    languages: string[];
    /**
     * `lang`: the language of what is shown, if it is known, and `parts` that of each text: some may not be translated.
     * `languages`: all that a translated project has.
     */
    reading?: { lang?: string; parts: PartLanguages; languages: string[] };
    audience: string[];
    topics: string[];
    activities: string[];
    tags: string[];
    place: string;
    /** The first of the project's points; `pinCount` is the number of all. */
    pins: { lat: number; lng: number }[];
    pinCount: number;
    unRegions: string[];
    outdoors: boolean;
    indoors: boolean;
    /** Absent where nothing changed since it was published. */
    updated?: string;
    /** Where it takes place, drawn; absent for what can be done from anywhere. */
    map?: CoverageMap;
    isFromHome: boolean;
    /** Outcomes of the contributions, newest first. */
    outcomes: OutcomeSaid[];
    /** The programmes that list it. */
    programmes: ProgrammeSaid[];
    /** Other projects like it that go on. */
    similar: ProjectCardData[];
    /** For editors, while the project awaits review: its image, which is fetched on request. */
    preview?: ImageState;
    /** For a project that everybody sees: whether this visitor follows it. */
    follow?: 'yes' | 'no' | 'signed-out';
    /** For a project that is about to start: whether this visitor can be notified, or is on the list. */
    startNotice?: { state: 'ask' | 'offer' | 'on' };
    /** A preview of what a form would make of it: nothing on it can be pressed. */
    isPreview?: true;
    tools?: Tools;
    stats?: {
      totals: StatsTotals & Record<'late' | 'tests', StatsTotals['events']>;
      figures: FigureSet;
    };
  };
  'stats-summary': StatsSummary;
  me: MePage;
  'me-remove': Removing;
  'me-leave-out': LeavingOut;
  certificates: CertificatesPage;
  certificate: CertificatePage;
  groups: GroupsPage;
  group: GroupPage;
  'group-sheet': GroupSheetPage;
  'group-code': GroupCodePage;
  programmes: ProgrammesPage;
  programme: ProgrammePage;
  'programme-form': ProgrammeFormPage;
  'programme-work': ProgrammeWorkPage;
  'operator-programmes': OperatorProgrammesPage;
  keys: KeysPage;
  'new-key': NewKeyPage;
  'end-key': EndKeyPage;
  'request-client': RequestClientPage;
  'client-secret': ClientSecretPage;
  'operator-clients': OperatorClientsPage;
  'signed-out': SignedOutPage;
  'sign-in': SignInPage;
  'sign-in-link': SignInLinkPage;
  guardian: GuardianPage;
  'guardian-asked': GuardianAskedPage;
  /** The popup of the confirmation message. */
  connect: {
    /** `signed-in`: the browser's dialog asked for a sign-in, and can continue. */
    state: 'sign-in' | 'ask' | 'done' | 'refused' | 'signed-in';
    project?: ProjectHead;
    origin?: string;
    account?: string;
    /** Posted back as given; every field is checked again. */
    request?: { project_id: number; origin: string; challenge: string; state: string; lang?: string };
    /** For `done`: the code for the page that opened the popup. */
    code?: string;
    /** The reason of a refusal. */
    fault?: 'incomplete' | 'noProject' | 'notRegistered';
  };
  authorize: AuthorizePageData;
  person: PersonPage;
  account: AccountPage;
  'add-address': AddAddressPage;
  'delete-account': DeleteAccountPage;
  'deleted-account': { hasObjection: boolean };
  /** Asks before an address is removed. */
  'remove-address': { address: string };
  /** Asks before a passkey is removed. */
  'remove-passkey': OwnPasskey;
  /** The hosted confirmation: `ref` identifies the contribution, `next` is this page's own address. */
  confirm: {
    /** `taken`: somebody else had this submission credited, by a signed link. */
    state: 'sign-in' | 'ask' | 'credited' | 'undone' | 'taken' | 'ask-group' | 'counted';
    project: ProjectHead;
    type: EventType;
    /** The group that it counts for, or would count for: nothing says who of the group it is. */
    group?: { name: string; code: string };
    /** The code that was typed is of no open group. */
    isGroupUnknown?: true;
    /** The signature of a manager's link. */
    form?: string;
    ref: string;
    next: string;
    account?: string;
    /** The form tool did not fill in a number. */
    isUnfilled?: true;
    /** The person opted out of the project; the button ends that. */
    isStopped?: true;
    lang?: string;
  };
  /** Links for form tools: `address` without the number, `form` the signature, `qr` the drawing of a QR code. */
  links: { project: ProjectHead; address: string; form: string; qr: { size: number; path: string } };
  'mail-choices': MailChoicesPage;
  'api-docs': ApiDocs;
  /** The documentation for project owners: text, and the values that differ between services. */
  docs: {
    topic: DocsTopic;
    /** The Project ID in the snippets: the value of `?project_id=`, or a placeholder. */
    projectId: string;
    retentionDays: number;
    /** The pinned copy of each embed file. */
    pinned: Record<string, { file: string; integrity: string }>;
  };
  /** The embed builder; `query` is its state. */
  builder: {
    query: Record<string, string>;
    pinned: Record<string, { file: string; integrity: string }>;
    /** There is no embed of ours in the snippet that was pasted. */
    isUnread?: true;
    /** Identifies the form that saves: each makes one widget, however often it is sent. */
    form: string;
    /** The saved widget that is edited here, if the visitor manages it. */
    saved?: { id: number; name: string; changed: string };
    /** The saved widget was changed since the version that these settings began with. */
    isOutdated?: true;
    /** The name that was typed before signing in, or before the widget was found changed. */
    typedName?: string;
    /** The settings of the address were kept for a week, and are gone. */
    isGone?: true;
    /** The number of a saved widget that was looked for, and is not there. */
    noWidget?: string;
    /** The projects of a visitor who manages any. */
    managed?: { id: number; title: string }[];
  };
  check: CheckPage;
  widgets: WidgetsPage;
  widget: WidgetPage;
  'end-widget': EndWidgetPage;
  /** "Tell me when it starts", by mail. */
  'tell-me': {
    state: 'form' | 'sent' | 'confirm' | 'on' | 'off' | 'over';
    project?: ProjectHead;
    token?: string;
    fault?: string;
  };
  add: AddPage;
  'review-queue': ReviewQueue;
  review: ReviewPage;
  /** The page that an editor's question by mail leads to. */
  answer: AnswerPage;
  history: HistoryPage;
  edit: EditPage;
  'page-preview': WholePreview;
  people: PeoplePage;
  invitation: InvitationPage;
  origin: OriginPage;
  webhook: WebhookPage;
  'remove-origin': RemoveOriginPage;
  outbox: { mails: { to: string; subject: string; at: string; text: string; links: string[] }[] };
  own: { name: OwnPageName; text: string };
  problem: { status: number; message: string; requestId?: string };
};

export type PageName = keyof PageData;

/** A page as a feature returns it. */
export type Page<Name extends PageName = PageName> = {
  [N in Name]: {
    name: N;
    title: string;
    description?: string;
    status?: number;
    /** The language of this page, if it is not the one of the visit. */
    lang?: string;
    data: PageData[N];
    jsonLd?: object;
    /** Paths of what programs read instead: the picture for link previews, and the document of PPSR Core. */
    forPrograms?: { picture: string; ppsr: string };
  };
}[Name];
