/** Ids. All are below 2^53 and never reused. */
import { randomInt } from 'node:crypto';

/** A random id of 2^40 to 2^48: a sequential one would reveal when somebody was first looked up. */
export const randomId = (): number => 2 ** 40 + randomInt(2 ** 48 - 2 ** 40 - 1);

const epoch = Date.UTC(2026, 0, 1);
const sequences = 128;
export const nodes = 64;

/**
 * Time-ordered ids made in the process: milliseconds since 2026 (40 bits, until 2060), node (6), sequence (7). A
 * millisecond with more than 128 ids uses those of the next one; if the clock is set back, ids continue from the last
 * one.
 */
export function eventIds(node: () => number, after = 0): (now: number) => number {
  let last = Math.floor(after / (nodes * sequences));
  let sequence = sequences - 1;
  return (now) => {
    const moment = now - epoch;
    if (moment > last) {
      last = moment;
      sequence = 0;
    } else if (++sequence >= sequences) {
      last += 1;
      sequence = 0;
    }
    return (last * nodes + node()) * sequences + sequence;
  };
}

/** The smallest id of a moment. */
export const firstIdAt = (time: number): number => Math.max(0, time - epoch) * nodes * sequences;

/** The class of the advisory locks by which processes on PostgreSQL hold their node numbers. */
export const nodeLock = 7_240_311;
