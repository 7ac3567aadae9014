/** The data of the pages on which people come to manage a thing together. */
import type { ProjectWithTabs } from '../pages.ts';

/** The kinds of things that people manage together. */
export type ManagedKind = 'project' | 'widget' | 'programme' | 'group';

/** Managers and open invitations of one thing. */
export const maxManagers = 20;

export type Manager = { id: number; name: string; isYou: boolean; isOwner: boolean };

/** A mailed invitation that nobody has answered yet; `by` made it. */
type OpenInvitation = { id: string; address: string; by: string; until: string };

/** The thing that a page is about. `path`: of its own page. */
export type ManagedHead =
  | ({ kind: 'project' } & ProjectWithTabs)
  | { kind: 'widget' | 'programme' | 'group'; path: string; title: string };

export type PeoplePage = {
  of: ManagedHead;
  /** Owners invite, remove and hand over; co-managers can only leave. */
  isOwner: boolean;
  managers: Manager[];
  invitations: OpenInvitation[];
  /** An operator withholds it: no mail is sent for it. */
  isWithheld: boolean;
  done?: (typeof peopleDeeds)[number];
  fault?: { message: string; typed: string };
};

/** The actions that the page confirms. */
export const peopleDeeds = ['joined', 'invited', 'withdrawn', 'removed', 'handed-over'] as const;

/**
 * `ended`: used, withdrawn, refused, older than a week, or of somebody who does not own it any more. `other-address`:
 * the account that is signed in does not have the address that was invited, of which `invited` shows the first letter
 * and the domain.
 */
export type InvitationPage =
  | {
      state: 'ask';
      token: string;
      kind: ManagedKind;
      title: string;
      description: string;
      invitation: Omit<OpenInvitation, 'id'>;
      account: string;
    }
  | { state: 'other-address'; invited: string; account: string }
  | { state: 'refused'; kind: ManagedKind; title: string }
  | { state: 'ended' };
