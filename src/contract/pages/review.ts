/** The data of the pages on which editors review projects, and of the history that owners read, too. */
import type { WaitingOutcome } from './outcomes.ts';
import type { ProjectHead, ProjectWithTabs } from '../pages.ts';
import type { Paged } from './me.ts';
import type { CoverageMap } from './maps.ts';
import type { ProjectField, Typed, TypedForm } from './project-form.ts';
import type { LikelyDuplicate } from './add.ts';

/** The time within which owners are promised a review. */
export const promisedHours = 24;

/** Acts of people on a project, besides changes of its fields. */
export const actKinds = [
  ...(['sent', 'approved', 'turned_down', 'asked', 'answered', 'corrected', 'released'] as const),
  ...(['trusted', 'untrusted', 'unpublished', 'withheld', 'shown'] as const),
  ...(['invited', 'uninvited', 'refused', 'joined', 'removed', 'left', 'handed_over'] as const),
  ...(['origin', 'origin_removed', 'webhook'] as const),
  ...(['hashed_asked', 'hashed_allowed', 'hashed_refused'] as const),
  ...(['overlaps_counted', 'overlaps_once'] as const),
] as const;
export type ActKind = (typeof actKinds)[number];

/** One line of a project's history. `who` is empty for what an owner's key or the operator's terminal did. */
export type HistoryEntry = {
  at: string;
  act: ActKind | 'updated' | 'imported';
  who: string;
  /** The question, the answer, the reason, or the field. */
  note?: string;
  fields?: string[];
  /** The person whom it concerns: a manager who was removed, for example. */
  subject?: string;
  /** The former values of the changed fields, as texts; without those that were not stored, such as a contact's address. */
  before?: { label: string; text: string }[];
};

type Waiting = 'new' | 'changes';

export type QueueEntry = {
  id: number;
  name: string;
  origin: string;
  what: Waiting;
  since: string;
  /** Hours. */
  age: number;
  /** The labels of the changed fields. */
  fields: string[];
  question?: 'asked' | 'answered';
};

export const queueFilters = ['all', 'new', 'changes', 'answered', 'asked'] as const;
export type QueueFilter = (typeof queueFilters)[number];

/** The act that an editor did just now; a decision names its project, because the page may show the next one. */
export type ReviewDone = { project?: ProjectHead; says: string };

export type ReviewQueue = {
  filter: QueueFilter;
  q: string;
  list: Paged<QueueEntry>;
  /** The number of entries that have waited longer than is promised. */
  late: number;
  total: number;
  /** Projects that ask to send hashed addresses in the record step. */
  hashed: { id: number; name: string }[];
  /** The first mails of projects to their volunteers, and of programmes to their members. */
  mailings: { id: number; of: string; subject: string; since: string }[];
  /** First outcomes of projects. */
  outcomes: WaitingOutcome[];
  done?: ReviewDone;
};

/** A part of a text that was added, removed, or stayed. */
export type TextPart = { text: string; is: 'same' | 'added' | 'removed' };

export type ReviewedField = {
  field: ProjectField;
  label: string;
  /** As people read it; empty where there is nothing. `before`: of the published or of another project. */
  before?: string;
  after: string;
  /** The differences, word by word; absent where there is nothing to compare. */
  parts?: TextPart[];
  /** Areas as they are drawn. */
  maps?: { before?: CoverageMap; after?: CoverageMap };
  isCorrected: boolean;
};

export type ReviewPage = {
  project: ProjectHead;
  /** The part of the queue that the editor works off. */
  filter: QueueFilter;
  version: number;
  what: Waiting;
  isWaiting: boolean;
  isTrusted: boolean;
  /** Sending hashed addresses in the record step; `asked`: why a manager wants to, while no editor has decided. */
  hashed: { isAllowed: boolean; asked?: string };
  since?: string;
  /** Hours. */
  age?: number;
  changed: ReviewedField[];
  likelyDuplicates: LikelyDuplicate[];
  /** Another project that it is compared with. */
  comparedWith?: ProjectHead;
  /** Test events that publishing deletes. */
  tests: number;
  history: HistoryEntry[];
  /** The project after it in the queue. */
  next?: number;
  /** The sites that may credit in its name. */
  origins: string[];
  /** The act that an editor did just now, maybe on the project before. */
  done?: ReviewDone;
  fault?:
    /** `typed`: the text of the form, which stays. */
    | { form: 'ask' | 'reject' | 'origin'; message: string; typed?: string }
    /** `typed`: of the correction. */
    | { field: ProjectField; message: string; typed?: Typed };
  /** The form of every field, for corrections. */
  form: TypedForm;
};

export type AnswerPage = {
  state: 'form' | 'thanks' | 'over';
  token: string;
  title?: string;
  question?: string;
  fault?: string;
  typed?: string;
};

export type HistoryPage = { project: ProjectWithTabs; entries: HistoryEntry[] };

/** The page after an act on something that somebody else changed since its form was opened. */
export type ChangedPage = {
  /** The last act on the project, if it is about one. */
  entry?: HistoryEntry;
  /** A sentence on what happened meanwhile. */
  says?: string;
  /** The page that shows how it is now. */
  to: string;
  /** The texts of the form that was sent. */
  texts: string[];
};

export type ChangedPages = { changed: ChangedPage };
