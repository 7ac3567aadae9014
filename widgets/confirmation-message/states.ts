/** The types of the message's state machine: its states, the events that it takes, and the effects it asks for. */
import type { Reply } from '../lib/call.ts';
import type { Words } from '../lib/messages.ts';
import type { Contribution, Recorded } from '../lib/recording.ts';
import type { Submission } from '../lib/submission.ts';
import type { MessageKey } from './words.ts';

export type HostEvent = 'credited' | 'declined' | 'undone' | 'failed';

/** Which steps may follow each step. */
export const ways = {
  /** The page has not yet said that the participant agreed to requests. */
  waiting: [],
  loading: ['ask', 'elsewhere', 'crediting', 'credited', 'undone', 'declined', 'offline', 'failed'],
  /** `credited` without a click: a contribution that was agreed to before a reload has been sent. */
  ask: ['connecting', 'crediting', 'email', 'group', 'settling', 'declined', 'credited', 'fetching'],
  /** The popup is open. */
  connecting: ['ask', 'blocked', 'crediting', 'email'],
  blocked: ['connecting', 'email', 'ask', 'fetching'],
  /** The forms: for an address, for the six digits that were mailed to it, and for the code of a group. */
  email: ['email', 'code', 'ask'],
  code: ['code', 'email', 'crediting'],
  group: ['group', 'crediting', 'ask'],
  crediting: ['credited', 'undone', 'declined', 'ask', 'offline', 'failed'],
  credited: ['settling', 'fetching'],
  /** Undo, decline or "Not you?" is under way. */
  settling: ['undone', 'declined', 'ask', 'elsewhere', 'offline', 'failed'],
  undone: ['settling', 'crediting', 'fetching'],
  declined: ['ask', 'settling'],
  /** The second part is on its way. */
  fetching: ['offline', 'failed'],
  /** Only our own site can do it: a page that is not registered, or that is not encrypted. */
  elsewhere: ['declined'],
  /** A contribution in the outbox may be recorded or refused without a click. */
  offline: ['crediting', 'settling', 'credited', 'undone', 'declined', 'ask', 'failed', 'fetching'],
  failed: ['crediting', 'settling', 'credited', 'undone', 'declined', 'ask', 'fetching'],
  /** Nothing can be shown; the owner has a console line. */
  off: [],
} satisfies Record<string, string[]>;

export type Step = keyof typeof ways;

export type State = {
  step: Step;
  /** Absent: English. */
  words?: Words | undefined;
  project?: Reply<'GET /embed/project'> | undefined;
  /** Exactly what a click on "Credit me" sends, apart from the grant. */
  record?: Contribution;
  isPassive?: boolean;
  /** This page holds a grant. */
  isLinked?: boolean;
  /** The page's participant token may still speak for the participant: it never lifts a "stop crediting". */
  isNamed?: boolean;
  /** No window of ours opens here, for example in browsers inside apps: the only way is by e-mail. */
  isWindowless?: boolean;
  /** The participant stopped crediting on our side: only our own site or a code lifts that, never this page. */
  isStopped?: boolean;
  /** Takes back the "no" that was said on this page just now. */
  stopped?: string | undefined;
  /** The participant opened the details. */
  isOpen?: boolean;
  /**
   * The height of the card: without one it has the room that the page keeps, so that nothing below moves before the
   * participant acts. From then on it is `natural`, and `small` after a "no" that is one line.
   */
  height?: 'natural' | 'small' | undefined;
  /** The page's token for the participant goes along with a "no". */
  hasToken?: boolean;
  /** The tap that waits for the second part, and the step that it was made in. */
  tapped?: { event: Event; step: Step } | undefined;
  /** The form was sent, and its reply is awaited. */
  isBusy?: boolean;
  address?: string;
  /** The six digits belong to this flow. */
  flow?: string | undefined;
  /** The fragment of the link to our own site, with which the form there is filled: no server gets a fragment. */
  at?: string | undefined;
  /** The day by which somebody new must have signed in once, or the profile is deleted. */
  signInBy?: string | undefined;
  problem?: MessageKey | undefined;
  notice?: MessageKey | undefined;
  /** The contributions of the participant to this project so far, in the service's words. */
  soFar?: string | undefined;
  /** The group that this page counts for, instead of a profile. */
  group?: string | undefined;
  /** A contribution of an earlier page was given up. */
  hasLost?: boolean;
  /** The effect that "Try again" runs. */
  retry?: Effect;
};

/** The page's and its storage's knowledge of the participant when the message opens. */
export type Known = Record<'isDeclined' | 'isLinked' | 'isNamed' | 'isAutomatic', boolean> & {
  outcome: Submission['outcome'];
  record: Contribution;
};

/** The effects of the first part. */
type Plain = 'record' | 'putBack' | 'begin' | 'load' | 'fetch' | 'openWindow' | 'awaitNetwork';
/** `put_back` an undone contribution by the page's token (a grant records again), or with `stopped` a "no". */
export type Undo = { run: 'undo'; put_back?: boolean; stopped?: string | undefined };
export type Effect =
  | { run: Plain | 'keepNo' | 'forgetNo' | 'ask' | 'redeem' | 'stopAsking' | 'forget' | 'decline' }
  | Undo
  | { run: 'mail'; address: string }
  | { run: 'check'; flow: string; address: string; code: string }
  | { run: 'checkGroup'; code: string }
  | { run: 'keepGrant'; grant: string }
  | { run: 'keepOutcome'; outcome: Submission['outcome'] }
  | { run: 'fire'; name: HostEvent; detail?: object | undefined };

/** The step that follows an act, and how much of it the participant reads. */
export type Settled = {
  step: Step;
  notice?: MessageKey;
  stopped?: string | undefined;
  fires?: HostEvent | undefined;
};

export type Event =
  | { on: 'begin'; fresh: Omit<State, 'step'>; isDeclined: boolean }
  | {
      on: 'loaded';
      project?: Reply<'GET /embed/project'> | undefined;
      words?: Words | undefined;
      known?: Known | undefined;
      isOnline?: boolean;
    }
  | { on: 'closed'; isWindowless?: boolean }
  | { on: 'granted'; grant: string; signInBy?: string | undefined }
  | { on: 'mail'; address: string; isOfAge: boolean }
  | { on: 'mailed'; flow: string }
  | { on: 'check'; typed: string }
  | { on: 'mistaken'; problem: MessageKey }
  | { on: 'recorded'; reply: Recorded }
  | { on: 'lost'; record: Contribution }
  | { on: 'stumbled'; isOnline: boolean; isWaiting?: boolean; record?: Contribution }
  | ({ on: 'settled' } & Settled)
  | { on: 'off' | 'coded' | 'ungranted' | 'refused' | 'online' | 'fetched' }
  | { on: Click };
/** The buttons of the participant, except those of forms. */
export type Click =
  | 'credit'
  | 'useEmail'
  | 'inGroup'
  | 'decline'
  | 'undo'
  | 'putBack'
  | 'notMe'
  | 'change'
  | 'retry'
  | 'cancel'
  | 'unfold'
  | 'close';
