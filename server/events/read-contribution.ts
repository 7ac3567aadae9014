/** From what was said of a contribution to the row that is stored. */
import type { EventType } from '../../src/contract/event.ts';
import type { Point } from '../../src/contract/point.ts';
import { dayLong, dayOf } from '../day.ts';
import { sha256 } from '../secrets.ts';
import type { NewEvent } from './new-event.ts';

/** What the contract's `contribution` fields are once read. */
export type Contribution = {
  type: EventType;
  where?: Point | undefined;
  when?: number | undefined;
  duration?: number | undefined;
  magnitude?: number | undefined;
  extra?: string | undefined;
};

export function newEvent(said: Contribution, now: number) {
  const happenedAt = said.when ?? now;
  return {
    type: said.type,
    isLate: happenedAt < now - dayLong ? 1 : 0,
    happenedAt,
    arrivedAt: now,
    day: dayOf(happenedAt),
    duration: said.duration ?? null,
    magnitude: said.magnitude ?? null,
    place: said.where ? JSON.stringify(said.where) : null,
    extra: said.extra ?? null,
  } satisfies Partial<NewEvent>;
}

/** What a retry must repeat. `more`: who it is for, and `when` if the caller said it; an embed stamps its own. */
export const contentDigest = (said: Contribution, more: unknown[]): string =>
  sha256(
    JSON.stringify([
      said.type,
      said.where?.coordinates ?? null,
      said.duration ?? null,
      said.magnitude ?? null,
      said.extra ?? null,
      ...more,
    ]),
  );
