/** The data of a person's own page: their contributions, and the projects that they manage. */
import type { OwnOutcome } from './outcomes.ts';
import type { OwnProgramme, ProgrammeSaid } from './programmes.ts';
import type { RetractionReason } from '../api/retraction.ts';
import type { Disclosed } from '../api/disclosed.ts';
import type { EventType } from '../api/event-types.ts';
import type { EventSource } from '../api/event.ts';
import type { ProjectHead } from '../pages.ts';
import type { ProjectCardData } from './finder.ts';

/** On a person's own page: a project that is not open has an empty title and no address there. */
export type ParticipantsProject = Omit<ProjectHead, 'path'> & { path?: string };

/** A person's contributions to one project. `last` is empty where there is nothing. */
export type ParticipantsShare = { project: ParticipantsProject; events: number; hours: number; last: string };

export type ParticipantsContribution = {
  id: number;
  project: ParticipantsProject;
  type: EventType;
  source: EventSource;
  /** When it happened. */
  when: string;
  hours: number;
  /** The hours do not count: they are many, and the person has not said that they are right. */
  isDoubtful?: true;
  /** `town`: the nearest that people know. */
  place?: { lat: number; lng: number; town?: string };
};

export type ManagedProject = {
  project: ProjectHead;
  visibility: 'published' | 'hidden' | 'withheld' | 'unpublished' | 'turned_down';
  /** Since when it, or a change of it, awaits an editor. */
  since?: string;
};

/** `week`: contributions of the last seven days. */
export type ProjectAtWork = ManagedProject & { week: Disclosed };

/**
 * A project that a person follows; without a status while it is not open. `isShown`: everybody sees it, so its follower
 * can ask for mail about it.
 */
export type FollowedProject = {
  project: ParticipantsProject;
  status?: string;
  byMail: boolean;
  isShown: boolean;
};

/** One page of a list, counted from 1. */
export type Paged<Item> = { items: Item[]; page: number; pages: number; total: number };

export type CalendarMonth = {
  month: string; // yyyy-mm
  days: { day: number; events: number }[];
};

/** The day on which a number of contributions or hours was reached. */
export type Milestone = { of: 'contributions' | 'hours'; n: number; day: string };

/** The person's own page. */
export type MePage = {
  name: string;
  /** When the account is deleted, if the person asked for that. */
  ends?: string;
  /** The act that was done just now on another page: the person stopped managing a project. */
  done?: 'left';
  /** Set while the person has no passkey and has not closed the offer of one. */
  offersPasskey?: true;
  /** Projects that this person manages; absent where there are none. */
  managed?: Paged<ProjectAtWork>;
  /** Reported before this person joined: theirs to take or to remove. */
  unclaimed: ParticipantsShare[];
  /** Removed, and not deleted yet: `at` names the removal in the form that takes it back. */
  removed: { project: ParticipantsProject; events: number; at: number; until: string }[];
  /** Retractions that the person has not read yet, with the days of the first and the last contribution. */
  retracted: {
    id: number;
    project: ParticipantsProject;
    reason: RetractionReason;
    events: number;
    first: string;
    last: string;
  }[];
  outcomes: OwnOutcome[];
  /** `offered`: others that list the project of the newest contribution. */
  programmes: { joined: OwnProgramme[]; offered: ProgrammeSaid[] };
  totals: { events: number; projects: number; hours: number };
  /** The contribution that was credited last, which may have happened before others: embeds lead here right after it. */
  newest?: ParticipantsContribution;
  /** The time zone of the calendar's, months' and milestones' days. */
  zone: string;
  /** Months up to the present one, oldest first, each with its days that have contributions. */
  calendar: CalendarMonth[];
  /** The last months with contributions, newest first. */
  months: { month: string; events: number; hours: number }[];
  milestones: Milestone[];
  contributions: Paged<ParticipantsContribution>;
  projects: Paged<ParticipantsShare & { optedOut: boolean }>;
  /** Projects that this person follows; absent where there are none. */
  follows?: Paged<FollowedProject>;
};

/** Asks before contributions are removed. `before`: those that arrive after this page was drawn stay. */
export type Removing = ParticipantsShare & { which: 'credited' | 'unclaimed'; before: number };

/** Asks before one contribution is left out. */
export type LeavingOut = { contribution: ParticipantsContribution };

/** The public page of a person: what they chose to show; by default nothing. */
export type PersonPage = {
  userId: number;
  handle?: string;
  name?: string;
  totals?: MePage['totals'];
  /** The projects with a card, and the names of the others. */
  cards?: ProjectCardData[];
  projects?: ParticipantsProject[];
  certificates: { path: string; from: string; to: string }[];
};
