/** The data of the pages of groups that take part together, such as a class or a troop. */
import type { DisclosedPeople } from '../api/disclosed.ts';
import type { ProjectHead } from '../pages.ts';
import type { ProgrammeHead, ProgrammeSaid, Progress } from './programmes.ts';

export const groupsPath = '/groups';

export type GroupHead = { id: number; name: string; path: string };

export type GroupsPage = {
  led: (GroupHead & { ends: string; isOver: boolean })[];
  /** Groups that the visitor joined. */
  joined: (GroupHead & { shownName?: string })[];
  programmes: ProgrammeHead[];
  /** Of the form that opens a group. */
  form: string;
  given: Record<string, string>;
  faults: Record<string, string>;
};

/** `from`: the first day of a week. `oddDays`: with ten times as much as usual. */
export type GroupWeek = {
  from: string;
  contributions: number;
  hours: number;
  oddDays: { day: string; contributions: number }[];
};

export type GroupPage = {
  of: GroupHead;
  /** As it is printed: `BCDF GHJK`. Absent once the group is over. */
  code?: string;
  ends: string;
  isOver: boolean;
  /** By those who have no account. */
  projects: { project: ProjectHead; contributions: number; hours: number }[];
  /** The newest first. */
  weeks: GroupWeek[];
  /** Members with an account together, rounded. */
  members: { people: DisclosedPeople; contributions: DisclosedPeople };
  /** Members who show their name. */
  named: { name: string; contributions: number; hours: number }[];
  programme?: { programme: ProgrammeSaid; progress: Progress; award?: string };
  done?: 'opened' | 'renewed' | 'ended';
  fault?: 'nothing';
};

/** To be printed and put up. */
export type GroupSheetPage = {
  of: GroupHead;
  code: string;
  address: string;
  qr: { size: number; path: string };
  ends: string;
};

/** The page that a code or its QR code leads to. `unknown`: there is no such code, or it was renewed. */
export type GroupCodePage =
  | { state: 'unknown' | 'over' }
  | {
      state: 'open';
      name: string;
      code: string;
      isSignedIn: boolean;
      member?: { shownName?: string };
      done?: 'joined' | 'left';
    };
