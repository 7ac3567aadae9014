/** The data of the operator's pages. */
import type { OwnKey } from './keys.ts';
import type { ManagedProject, Paged } from './me.ts';
import type { ProjectHead } from '../pages.ts';

export const operatorPath = '/operator';

/** The needs of a new service, in the order of docs/deployment.md; `true` is done. */
export type FirstSteps = Record<'ownPages' | 'project' | 'editor' | 'owner' | 'embed' | 'backup', boolean>;
/** The pages by their names. */
export type OperatorPageData = {
  operator: OperatorOverview;
  'operator-mails': OperatorMails;
  'operator-people': OperatorPeople;
  'operator-audit': OperatorAudit;
  'operator-project': OperatorProject;
  'operator-keys': OperatorKeys;
  'operator-store': OperatorStorePage;
  'operator-import': OperatorImport;
};

export type OperatorOverview = {
  /** Absent once all of them are done. */
  firstSteps?: FirstSteps;
  release: string;
  node: string;
  /** Engine, place and size. */
  store: string;
  freeBytes: number;
  /** `ok`, or why the service cannot work. */
  health: 'ok' | 'partly-away' | 'away' | 'read-only' | 'full' | 'refusing';
  isMailFailing: boolean;
  imagesWaiting: number;
  noticesWaiting: number;
  mailsWaiting: number;
  mailsFailed: number;
  lastPurge?: string;
  nextPurge: string;
  lastBackup?: string;
  /** Whether it was changed, in words. */
  pepper: string;
  limits: { name: string; max: number; per: string }[];
};

export type OperatorMails = {
  waiting: number;
  /** Those among the waiting ones that were tried before; `next`: when they are tried again. */
  retrying: {
    id: number;
    kind: 'code' | 'link' | 'notice';
    made: string;
    tries: number;
    fault: string;
    next: string;
  }[];
  failed: {
    id: number;
    kind: 'code' | 'link' | 'notice';
    made: string;
    failed: string;
    tries: number;
    /** `unreachable`, `interrupted`, `unreadable`, or the codes of the mail server's reply. */
    fault: string;
    /** It can be sent again. */
    isKept: boolean;
  }[];
  /** The number of mails that were queued again just now. */
  retried?: number;
  /** Without a mail server, as in development: mails are on a page, and none can be tried. */
  hasNoServer?: boolean;
  tested?: TestMail;
  fault?: { message: string; typed: string };
};

/** A test mail: whether it was sent, and both sides of the conversation with the mail server, without passwords. */
export type TestMail = { isSent: boolean; lines: string[] };

export const givenRoles = ['editor', 'operator', 'none'] as const;
export type GivenRole = (typeof givenRoles)[number];

export type OperatorPeople = {
  people: { id: number; name: string; address: string; role: GivenRole; isYou: boolean }[];
  done?: GivenRole;
  fault?: { message: string; typed: string };
};

type OperatorAudit = {
  list: Paged<{ at: string; actor: string; act: string; subject: string }>;
};

export type ProjectAct = 'withhold' | 'show' | 'publish' | 'unpublish';

/** The result of an operator's act on a project, or the reason against it. */
export const operatorDeeds = [
  ...(['withhold', 'show', 'publish', 'unpublish', 'managed', 'unmanaged', 'origin'] as const),
  ...(['origin-removed', 'no-address', 'no-origin', 'shared-origin'] as const),
] as const;
export type OperatorDeed = (typeof operatorDeeds)[number];

export type OperatorProject = {
  /** The number, address or name of the project, as it was typed. */
  typed: string;
  /** Projects whose name has the words that were typed. */
  named?: ProjectHead[];
  fault?: string;
  done?: OperatorDeed;
  project?: ProjectHead & {
    visibility: ManagedProject['visibility'];
    isPublished: boolean;
    /** For the forms: nothing is decided on what has changed since. */
    version: number;
    /** Test events, which a publication deletes. */
    tests: number;
    /** The effects of withholding. */
    participants: number;
    grants: number;
    managers: { id: number; name: string; address: string; isOwner: boolean }[];
    /** The sites, with the living permissions that their pages hold. */
    origins: { origin: string; grants: number }[];
  };
};

/** The keys of a person; without `person`, the form that finds one. */
export type OperatorKeys = {
  person?: { id: number; name: string; address: string };
  keys?: (OwnKey & { hasEnded: boolean; projects: number })[];
  /** The choices for when a replaced key ends, in hours. */
  hours?: number[];
  /** Identifies the form: each makes one key, however often it is sent. */
  form?: string;
  /** A new key, which is shown once. */
  made?: { key: string; name: string };
  /** The name of the key that was just revoked. */
  revoked?: string;
  fault?: { message: string; typed: string };
};

export type OperatorStorePage = {
  /** Engine, place and size. */
  store: string;
  /** Where copies are written on the server. */
  folder: string;
  maxCopies: number;
  copies: { name: string; bytes: number; made: string }[];
  /** When the copy that is being made was begun. */
  making?: string;
  hasFailed?: boolean;
  lastPurge?: string;
  done?: 'begun' | 'busy' | 'full' | 'purging' | 'acting' | 'acting-already' | 'ended';
  purged?: { events: number; profiles: number; accounts: number };
  pepper: PepperShown;
  distribution: DistributionShown;
  /** Why this page makes no backup of this store. */
  noBackup?: string;
  fault?: string;
};

/** An act that goes on in the background, or the last one. `says`: how far it is, or how it ended. */
export type LongActShown = {
  state: 'running' | 'done' | 'failed' | 'interrupted';
  begun: string;
  /** When `says` was noted. */
  at: string;
  says: string;
};

export type PepperShown = {
  /** The next step of a change (server/pepper/operate.ts). */
  step: 'first' | 'change' | 'reused' | 'move' | 'moved';
  changed?: string;
  /** While a change lies ahead or is unfinished: the rows that it concerns. */
  rows?: number;
  /** Links and tokens of a former pepper are accepted. */
  opensFormer: boolean;
  /** The process that answers still has PEPPER_BEFORE. */
  hasBefore: boolean;
  last?: LongActShown;
};

/** Distributing over the workers of Citus: why it is not possible, or what is there and what remains. */
export type DistributionShown =
  | { fault: string }
  | { workers: string[]; already: string[]; remaining: string[]; rows: number; bytes: number };

type ReportedRecord = { place: string; name: string; fields: { field: string; message: string }[] };

/** Remarks that several records share, with the first of their places; and the first records that have others. */
export type Remarks = {
  shared: { remark: string; count: number; places: string[] }[];
  others: ReportedRecord[];
};

export type OperatorImport = {
  typed: { owner: string; contact: string; publish: boolean; records: string };
  faults?: { owner?: string; contact?: string; records?: string };
  outcome?: {
    form: 'JSON' | 'JSON lines' | 'CSV';
    /** Nothing is stored yet. */
    isDryRun: boolean;
    added: number;
    updated: number;
    refused: number;
    warned: number;
    /** Remarks on the file as a whole, each a predicate. */
    notes: string[];
    refusals: Remarks;
    warnings: Remarks;
    stored: { id: number; name: string }[];
  };
};
