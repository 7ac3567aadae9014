/** The data of the pages about volunteers: the managers' list, mailings, and what a person decides about them. */
import type { Disclosed } from '../api/disclosed.ts';
import type { EventType } from '../api/event-types.ts';
import type { Paged } from './me.ts';
import type { ProjectHead } from '../pages.ts';

/** A mailing, and a difference between two of them, concerns at least this many people, or nobody. */
export const fewestRecipients = 5;
/** Mailings of one sender in 30 days. */
export const maxMailings = 2;
export const longestSubject = 100;
export const longestBody = 4000;

/** Managers write to the volunteers of a project, or to the members of a programme. */
export type Sender = { kind: 'project' | 'programme'; id: number };
export type SenderHead = Sender & { title: string; path: string };

/** When the last contribution was: within a number of days, or before the last 90. */
export const activities = ['any', '30', '90', '365', 'before'] as const;
/** Contributions at the least. */
export const leasts = ['1', '5', '10', '50', '100', '500'] as const;
/** Chooses a group of volunteers by steps that are wide, so that it cannot be narrowed down to one person. */
export type VolunteerFilter = {
  type?: EventType;
  active: (typeof activities)[number];
  least: (typeof leasts)[number];
};

export const volunteerOrders = ['last', 'first', 'events', 'hours', 'magnitude', 'name'] as const;
export type VolunteerOrder = (typeof volunteerOrders)[number];

/** A person as managers see them: days in UTC. */
export type VolunteerFigures = {
  pseudonym: string;
  events: Disclosed;
  /** Those that no key of the project vouches for. */
  unvouched: Disclosed;
  hours: Disclosed;
  magnitude: Disclosed;
  first: string;
  last: string;
  types: EventType[];
};

/** `name`: only if the person chose to show it. */
export type Volunteer = VolunteerFigures & { name: string };

export type VolunteersPage = {
  project: ProjectHead;
  filter: VolunteerFilter;
  q: string;
  order: VolunteerOrder;
  /** As of the start of this day. */
  day: string;
  totals: Record<'volunteers' | 'events' | 'hours', Disclosed>;
  list: Paged<Volunteer>;
};

/** `too_few`, `too_close`: at the time of sending, the group or its difference from an earlier one was too small. */
export type MailingState =
  'awaiting_review' | 'rejected' | 'withdrawn' | 'sending' | 'sent' | 'too_few' | 'too_close';

/** `sent`: the people of the group, rounded down to a multiple of five; absent while nothing was sent. */
export type MailingEntry = {
  id: number;
  subject: string;
  filter: VolunteerFilter;
  state: MailingState;
  at: string;
  sent?: Disclosed;
  why?: string;
};

export type TypedMailing = { filter: VolunteerFilter; subject: string; body: string; form: string };

/** Writing to a group: the form, or the preview of the mail, and the log. All members of a programme are its one group. */
export type MailingPage = {
  of: SenderHead;
  typed: TypedMailing;
  faults: Partial<Record<'subject' | 'body' | 'group', string>>;
  /** The mail as it will be sent, and the people of the group, rounded down to a multiple of five. */
  preview?: { subject: string; text: string; recipients: Disclosed };
  /** An editor reads the first mailing of a sender. */
  isFirst: boolean;
  /** The hosts that links may lead to. */
  hosts: string[];
  log: MailingEntry[];
  done?: (typeof mailingDeeds)[number];
};

/** The actions that the page confirms. */
export const mailingDeeds = ['sending', 'awaiting', 'withdrawn'] as const;

/** For editors: the first mailing of a sender. */
type ReviewMailingPage = {
  id: number;
  of: SenderHead;
  state: MailingState;
  at: string;
  subject: string;
  text: string;
  recipients: Disclosed;
  fault?: string;
};

/**
 * The reader as the managers of one project see them. `ways`: the other ways in which a project may list them, as long
 * as they have not decided.
 */
export type ShownTo = {
  project: ProjectHead;
  isListed: boolean;
  isOptedOut: boolean;
  showsName: boolean;
  isMailed: boolean;
  /** One for each address that contributes; none until the next day. */
  figures: VolunteerFigures[];
};

type ShownToPage = { name: string; projects: Paged<ShownTo> };

/** The mail of one sender ends, or is wanted again. */
type UnsubscribePage = {
  /** Letters of the managers of a project or a programme, or notices about the status of a followed project. */
  about: Sender['kind'] | 'status';
  token: string;
  title?: string;
  /** `gone`: nothing is sent, and the link cannot change that: the account was deleted, left, or ended the follow. */
  state: 'ask' | 'off' | 'on' | 'gone' | 'broken';
};

/** These pages by name. */
export type VolunteerPages = {
  volunteers: VolunteersPage;
  mailing: MailingPage;
  'review-mailing': ReviewMailingPage;
  'me-volunteer': ShownToPage;
  unsubscribe: UnsubscribePage;
};
