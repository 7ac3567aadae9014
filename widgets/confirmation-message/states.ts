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
  loading: ['ask', 'elsewhere', 'crediting', 'credited', 'undone', 'declined', 'offline', 'failed', 'off'],
  /** Credited without a click: what was clicked on the page before a reload has come through. */
  ask: ['connecting', 'crediting', 'email', 'settling', 'declined', 'credited'],
  /** The popup is open. */
  connecting: ['ask', 'blocked', 'crediting'],
  blocked: ['connecting', 'email', 'ask'],
  email: ['email', 'mailing', 'ask'],
  mailing: ['email', 'code'],
  code: ['code', 'checking', 'mailing', 'email'],
  checking: ['code', 'crediting'],
  crediting: ['credited', 'undone', 'declined', 'ask', 'elsewhere', 'offline', 'failed'],
  credited: ['settling'],
  /** Undo, decline or "Not you?" is under way. */
  settling: ['undone', 'declined', 'ask', 'elsewhere', 'offline', 'failed'],
  undone: ['settling', 'crediting'],
  declined: ['ask', 'loading'],
  /** Only our own site can do it: a page that is not registered, or that is not encrypted. */
  elsewhere: ['declined'],
  /** A contribution in the outbox may be recorded or refused without a click. */
  offline: ['loading', 'crediting', 'settling', 'credited', 'undone', 'declined', 'ask', 'failed'],
  failed: ['loading', 'crediting', 'settling', 'credited', 'undone', 'declined', 'ask'],
  /** Nothing can be shown; the owner has a console line. */
  off: [],
} satisfies Record<string, string[]>;

export type Step = keyof typeof ways;

export type State = {
  step: Step;
  /** Absent: English. */
  words?: Words;
  project?: Reply<'GET /embed/project'> | undefined;
  /** Exactly what a click on "Credit me" sends, apart from the grant. */
  record?: Contribution;
  isPassive?: boolean;
  /** This page holds a grant. */
  isLinked?: boolean;
  /** The page's participant token may still speak for the participant: it never lifts a "stop crediting". */
  isNamed?: boolean;
  /** No window of ours opens here, as in the browsers inside of apps: there is the e-mail alone. */
  isWindowless?: boolean;
  /** The participant stopped crediting on our side: only our own site or a code lifts that, never this page. */
  isStopped?: boolean;
  /** The participant unfolded what else there is to say. */
  isOpen?: boolean;
  /** The participant said no here and now: the message may let go of its room. */
  isAnswered?: boolean;
  address?: string;
  /** The six digits belong to this flow. */
  flow?: string | undefined;
  /** By when somebody new must have signed in once, or the profile is deleted; ISO time. */
  signInBy?: string | undefined;
  problem?: MessageKey | undefined;
  notice?: MessageKey | undefined;
  /** A contribution of an earlier page was given up. */
  hasLost?: boolean;
  /** The event that "Try again" dispatches. */
  retry?: Effect;
};

/** The page's and its storage's knowledge of the participant when the message opens. */
export type Known = Record<'isDeclined' | 'isLinked' | 'isNamed' | 'isAutomatic', boolean> & {
  outcome: Submission['outcome'];
  record: Contribution;
};

type Acts =
  'undo' | 'forget' | 'decline' | 'record' | 'putBack' | 'begin' | 'load' | 'ask' | 'redeem' | 'stopAsking';
export type Effect =
  | { run: Acts | 'awaitNetwork' | 'forgetNo' }
  | { run: 'mail'; address: string }
  | { run: 'check'; flow: string; address: string; code: string }
  | { run: 'keepGrant'; grant: string }
  | { run: 'keepOutcome'; outcome: Submission['outcome'] }
  | { run: 'fire'; name: HostEvent; detail?: object | undefined };

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
  | { on: 'settled'; step: Step }
  | { on: 'off' | 'coded' | 'ungranted' | 'refused' | 'online' }
  | { on: Click };
/** The buttons of the participant, except those of forms. */
export type Click =
  | 'credit'
  | 'useEmail'
  | 'decline'
  | 'undo'
  | 'putBack'
  | 'notMe'
  | 'change'
  | 'retry'
  | 'cancel'
  | 'unfold'
  | 'close';
