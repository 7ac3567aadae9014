/** Notices to owners' servers (webhooks): their kinds, and the data of the page on which managers set them up. */
import type { Disclosed } from '../api/disclosed.ts';
import type { ProjectWithTabs } from '../pages.ts';

/** The kinds of notice, by the `type` of their message, with what each means. */
export const noticeKinds = {
  'project.approved': 'An editor published the project, or a change of it.',
  'project.questioned': 'An editor has a question; it is in the mail to the contact.',
  'project.turned_down': 'An editor turned the project, or a change of it, down.',
  'contributions.withdrawn':
    'Participants declined, undid or removed contributions: about how many people in a month, and never fewer than ten.',
  'outcome.shown': 'What you told about contributions is shown; an editor looks at the first one.',
  'programme.awarded':
    'Programmes that list the project gave awards: about how many in a month, and never fewer than ten.',
  'key.ending': 'An API key of a manager of the project ends within seven days.',
  test: 'You pressed “Send a test notice”.',
} as const;
export type NoticeKind = keyof typeof noticeKinds;

/** The contents of a notice besides its kind and time: never anything about a person. */
export type NoticeData = {
  project_id: number;
  outcome_id?: number;
  programme_id?: number;
  awards?: Disclosed;
  url?: string;
  key_id?: number;
  ends_at?: string;
  participants?: Disclosed;
  month?: string;
};

export type NoticeLine = {
  id: number;
  kind: NoticeKind;
  at: string;
  state: 'waiting' | 'delivered' | 'failed';
  tries: number;
  /** The `webhook-id` of its messages. */
  message: string;
  /** The last answer was a redirect. */
  isRedirected: boolean;
  /** The status of the last reply, or why there was none. */
  outcome?: string;
  /** When it was delivered, or is tried next. */
  then?: string;
};

/** The last act on the page, for its confirmation. */
export const webhookDeeds = {
  changed: 'The address is changed; the secret is the same.',
  tested: 'A test notice is on its way. Load this page again to see what became of it.',
  replayed: 'It is on its way again, with the same webhook-id.',
  enabled: 'Notices are sent again.',
  removed: 'The address, its secret and the list of notices are deleted.',
} as const;
export type WebhookDeed = keyof typeof webhookDeeds;

export type WebhookPage = {
  project: ProjectWithTabs;
  /** Identifies the forms of this page, so that one that is sent twice acts once. */
  form: string;
  hook?: {
    address: string;
    /** Names these settings, for the forms: nothing is changed that somebody else changed since. */
    version: string;
    since: string;
    /** The address that the receiver’s permanent redirect named. */
    movedTo?: string;
    failingSince?: string;
    ended?: { at: string; why: 'gone' | 'failing' };
    /** Until when the replaced secret signs, too. */
    formerUntil?: string;
  };
  /** A new secret, shown once. */
  secret?: string;
  typed?: string;
  fault?: string;
  done?: WebhookDeed;
  notices: NoticeLine[];
};
