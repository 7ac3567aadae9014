/** What each page of our site is given to show: made by the server's features, drawn by src/pages. */
import type { DocsTopic } from './docs-topics.ts';
import type { EventSource, EventType } from './event.ts';
import type { FinderResult } from './finder.ts';
import type { UnRegion } from './project.ts';

/** What every page knows. */
export type Frame = {
  serviceName: string;
  baseUrl: string;
  slug: string;
  /** Outside production the footer links to the outbox and the demonstration partner. */
  development?: { demo: string };
  visitor?: { name: string; role: 'none' | 'editor' | 'operator' };
};

export type ProjectHead = { id: number; title: string; path: string };

/** On a person's own page: a project that is not open has neither its name nor an address there. */
export type ParticipantsProject = Omit<ProjectHead, 'path'> & { path?: string };

/** Totals of one project, one row per day × type × source (only days with events). */
export type DailyCount = {
  day: string; // yyyy-mm-dd, UTC
  type: EventType;
  source: EventSource;
  late: boolean;
  events: number;
};

export type FinderAsked = Record<
  'q' | 'phrase' | 'topic' | 'activity' | 'url' | 'lat' | 'lng' | 'UN',
  string
>;

/** The image that a project names. `planned`: it is fetched when the project is published. */
export type ImageState = {
  state: 'planned' | 'waiting' | 'shown' | 'failed';
  url: string;
  wrong?: string;
  todo?: string;
};

export type PageData = {
  home: {
    total: number;
    topics: { name: string; projects: number }[];
    newest: FinderResult[];
  };
  finder: {
    /** What was asked for, as it was typed; empty where it was not. */
    asked: FinderAsked;
    topics: string[];
    activities: string[];
    /** UN regions that a project lists. */
    regions: UnRegion[];
    /** What narrows the search beside its words, each with the address of the search without it. */
    active: { text: string; without: string }[];
    /** One page of results; `next` is the address of the following page. */
    results: FinderResult[];
    total: number;
    /** There are more than were counted. */
    isMore?: true;
    next?: string;
    /** Another spelling that finds something, and its address. */
    suggestion?: { q: string; path: string };
    /** What was wrong with the search: `message` follows the name of the field. */
    faults: { field: string; message: string }[];
  };
  project: ProjectHead & {
    tab: 'about' | 'tools' | 'stats';
    manages: boolean;
    published: boolean;
    /** An operator withholds it: only those who manage it, and editors, see this. */
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
    audience: string[];
    topics: string[];
    activities: string[];
    tags: string[];
    place: string;
    /** The first of the points that it takes place at; `pinCount` counts all. */
    pins: { text: string; lat: number; lng: number }[];
    pinCount: number;
    unRegions: string[];
    outdoors: boolean;
    indoors: boolean;
    updated: string;
    /** For editors, while it awaits review: the image that it names, which is fetched when they ask. */
    preview?: ImageState;
    /** A project that is about to start: whether this visitor can be told, or is on the list. */
    startNotice?: { state: 'ask' | 'offer' | 'on' };
    tools?: {
      projectId: number;
      /** How many people wait for the start, where the project asks for preregistration or somebody waits. */
      waiting?: number;
      origins: { origin: string; how: string }[];
      /** What its managers changed last, where that awaits an editor or was turned down. */
      review?: { state: 'awaiting_review' | 'rejected'; at: string; fields: string[]; why?: string };
      /** How the image that the project names fares. */
      image?: ImageState;
      /** The three snippets, filled in and ready to copy. */
      snippets: { tier: 'gold' | 'silver' | 'bronze'; title: string; note: string; code: string }[];
    };
    stats?: {
      totals: { events: number; participants: number; late: number; tests: number };
      days: DailyCount[];
    };
  };
  me: {
    name: string;
    addresses: { address: string; main: boolean }[];
    projects: {
      project: ParticipantsProject;
      events: number;
      hours: number;
      last: string;
      optedOut: boolean;
      /** Reported before this person joined: theirs to take or delete. */
      unclaimed: boolean;
    }[];
    grants: {
      id: number;
      project: ParticipantsProject;
      origin: string;
      how: 'popup' | 'email';
      used: string;
      expires: string;
    }[];
  };
  /** `lang`: of the mail, where an embed led here. */
  'sign-in': { state: 'form' | 'sent'; next: string; fault?: string; lang?: string };
  /** The mailed link leads here; the button signs in, so that a mail scanner that opens links does not. */
  'sign-in-link': {
    token: string;
    isNew: boolean;
    /** Whose link it is: the address that it was mailed to. */
    address: string;
    /** Who is signed in now, where that is somebody else, or the same person. */
    present?: { name: string; isSame: boolean };
    fault?: string;
  };
  /** The popup of the confirmation message. */
  connect: {
    /** `signed-in`: the browser's dialog asked for a sign-in, and can go on. */
    state: 'sign-in' | 'ask' | 'done' | 'refused' | 'signed-in';
    project?: ProjectHead;
    origin?: string;
    account?: string;
    /** Posted back as given; every one is checked again. */
    request?: { project_id: number; origin: string; challenge: string; state: string; lang?: string };
    /** done: what goes to the page that opened the popup. */
    code?: string;
    fault?: string;
  };
  /** The hosted confirmation: `ref` names the contribution, `next` is this page's own address. */
  confirm: {
    state: 'sign-in' | 'ask' | 'credited' | 'undone';
    project: ProjectHead;
    type: EventType;
    ref: string;
    next: string;
    account?: string;
    /** The person opted out of the project; the button lifts that. */
    isStopped?: true;
    lang?: string;
  };
  /** Where a join mail leads: end what its code led to, or never get such mail again. */
  'mail-choices': { token: string; done?: 'ended' | 'never'; fault?: string };
  'api-docs': {
    baseUrl: string;
    slug: string;
    openFinder: boolean;
    limits: { name: string; most: number; per: string }[];
    hashing: { typed: string; plain: string; digest: string };
    /** What silently makes a second profile, each with its digest of one example. */
    secondProfiles: { typed: string; rows: { fault: string; hashed: string; digest: string }[] };
    refusals: { code: string; status: number; means: string; todo: string }[];
    operations: {
      row: string;
      anchor: string;
      title: string;
      says: string;
      method: string;
      path: string;
      needs: string;
      /** Pages of other sites may read the reply. */
      isOpen: boolean;
      jsonp: boolean;
      fields: { name: string; place: string; type: string; required: boolean; says: string }[];
      reply: { name: string; place: string; type: string; required: boolean; says: string }[];
      /** An example of the reply, as JSON. */
      answer: string;
      /** The codes that it may refuse with. */
      refusals: string[];
      examples: { curl: string; javascript: string; python: string };
    }[];
  };
  /** The documentation for project owners. It is words; this is what differs from service to service. */
  docs: {
    topic: DocsTopic;
    /** As it stands in the snippets: what `?project_id=` says, else a placeholder. */
    projectId: string;
    retentionDays: number;
    /** The pinned copy of each embed file. */
    pinned: Record<string, { file: string; integrity: string }>;
  };
  /** "Tell me when it starts", for those who do it by mail. */
  'tell-me': {
    state: 'form' | 'sent' | 'confirm' | 'on' | 'off' | 'over';
    project?: ProjectHead;
    token?: string;
    fault?: string;
  };
  outbox: { mails: { to: string; subject: string; at: string; text: string; links: string[] }[] };
  problem: { status: number; title: string; message: string; requestId?: string };
};

export type PageName = keyof PageData;

/** A page as a feature answers it. */
export type Page<Name extends PageName = PageName> = {
  [N in Name]: {
    name: N;
    title: string;
    description?: string;
    status?: number;
    data: PageData[N];
    jsonLd?: object;
  };
}[Name];
