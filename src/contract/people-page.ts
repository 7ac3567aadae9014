/** The data of the pages on which people come to manage a project together. */
import type { ProjectWithTabs } from './pages.ts';

/** Managers and open invitations of one project. */
export const maxProjectManagers = 20;

export type ProjectManager = { id: number; name: string; isYou: boolean; isOwner: boolean };

/** A mailed invitation that nobody has answered yet. */
export type OpenInvitation = { id: number; address: string; until: string };

export type PeoplePage = {
  project: ProjectWithTabs;
  /** Owners invite, remove and hand over; co-managers can only leave. */
  isOwner: boolean;
  managers: ProjectManager[];
  invitations: OpenInvitation[];
  /** An operator withholds the project: no mail is sent for it. */
  isWithheld: boolean;
  done?: keyof typeof peopleConfirmations;
  fault?: { message: string; typed: string };
};

/** The confirmation after each action. */
export const peopleConfirmations = {
  joined: 'You manage this project now. The tabs above lead to all that you can do for it.',
  invited: 'The invitation is mailed. It works once, for a week.',
  withdrawn: 'The invitation is withdrawn: its link has ended.',
  removed: 'That person no longer manages the project.',
  'handed-over': 'The project is handed over. You still manage it with its new owner.',
} as const;

/**
 * `ended`: used, withdrawn, refused, or older than a week. `other-address`: the account that is signed in does not have
 * the address that was invited, of which `invited` shows the first letter and the domain.
 */
export type InvitationPage =
  | { state: 'ask'; token: string; title: string; description: string; account: string }
  | { state: 'other-address'; invited: string; account: string }
  | { state: 'refused'; title: string }
  | { state: 'ended' };
