/** The kinds of queued mail: which go first, and for how long each is tried. */

import type { Tables } from '../db/schema.ts';

export type MailKind = Tables['mails']['kind'];

const minute = 60_000;
const hour = 60 * minute;

type DeliveryRule = {
  /** Lower ranks go first. */
  rank: number;
  /** Milliseconds before each further try. */
  pauses: readonly number[];
  /** Whether the text is of use after the last try, so that an operator may send it again. */
  isKept: boolean;
};

export const mailKinds: Record<MailKind, DeliveryRule> = {
  // A person waits for it in front of a form, where they can ask for another one.
  code: { rank: 0, pauses: [2_000, 15_000], isKept: false },
  // Its link ends after half an hour.
  link: { rank: 1, pauses: [2_000, 15_000, minute, 5 * minute, 10 * minute], isKept: false },
  // The tries last 23 hours.
  notice: {
    rank: 2,
    pauses: [2_000, 15_000, minute, 10 * minute, hour, 3 * hour, 6 * hour, 13 * hour],
    isKept: true,
  },
};

/** A server that refuses a mail for now usually wants to see it again after a minute or later (greylisting). */
const refusedPause = minute;

/** Milliseconds until the next try after `tries` of them; undefined if that was the last. */
export function pauseAfter(kind: MailKind, tries: number, isRefused: boolean): number | undefined {
  const pause = mailKinds[kind].pauses[tries - 1];
  return pause === undefined ? undefined : Math.max(pause, isRefused ? refusedPause : 0);
}
