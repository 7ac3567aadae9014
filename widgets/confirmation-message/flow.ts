/**
 * The states of the message and the ways between them; nothing here touches page or network. A step that the
 * table does not know from here is not taken: that is what makes a second click, or an answer that arrives
 * after the participant has gone elsewhere, do nothing.
 */
import type { Reply } from '../lib/call.ts';
import type { Words } from '../lib/messages.ts';
import type { Contribution } from '../lib/recording.ts';
import type { Submission } from '../lib/submission.ts';
import type { MessageKey } from './words.ts';

const ways = {
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
  undone: ['settling'],
  declined: ['ask', 'loading'],
  /** Only our own site can do it: a page that is not registered, or that is not encrypted. */
  elsewhere: ['declined'],
  /** What waits in line may come through, or be refused, without a click. */
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
  project?: Reply<'GET /embed/project'>;
  /** Exactly what a click on "Credit me" sends, apart from the grant. */
  record?: Contribution;
  /** This page holds a grant. */
  isLinked?: boolean;
  /** The page's participant token may still speak for the participant: it never lifts a "stop crediting". */
  isNamed?: boolean;
  /** No window of ours opens here, as in the browsers inside of apps: there is the e-mail alone. */
  isWindowless?: boolean;
  address?: string;
  /** The six digits belong to this flow. */
  flow?: string;
  problem?: MessageKey;
  notice?: MessageKey;
  /** A contribution of an earlier page was given up. */
  hasLost?: boolean;
};

/** The state after taking a step, or undefined where that step cannot be taken from here. */
export const next = (state: State, step: Step, change?: Partial<State>): State | undefined =>
  (ways[state.step] as Step[]).includes(step)
    ? { ...state, problem: undefined, notice: undefined, ...change, step }
    : undefined;

/** What a page and its storage know of the participant when the message opens. */
type Known = Record<'isDeclined' | 'isLinked' | 'isNamed' | 'isPassive' | 'isAutomatic', boolean> & {
  outcome: Submission['outcome'];
};

/** The first step after loading, where this page may hold a grant. */
export function opening({ isDeclined, outcome, isLinked, isNamed, isPassive, isAutomatic }: Known): Step {
  if (isDeclined) return 'declined';
  if (outcome === 'undone' || (outcome && isLinked)) return outcome;
  if (isPassive) return isLinked && !isNamed ? 'credited' : 'ask';
  return isLinked && isAutomatic ? 'crediting' : 'ask';
}
