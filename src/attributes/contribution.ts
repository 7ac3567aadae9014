/** The attributes that describe a contribution: the same in every embed that reports one. */
import type { contribution } from '../contract/api/event.ts';
import { anyText, notNegative, oneOf, positiveInteger, shortText, wholeNumber } from './kinds.ts';

const types = ['collection', 'classification', 'signup'] as const;

export const contributionSettings = {
  project_id: positiveInteger,
  /** The earlier name is also one of consent managers, which write their own values there. */
  participation: oneOf(types),
  type: oneOf(types, 'collection'),
  event_id: shortText(128),
  duration: notNegative,
  magnitude: wholeNumber,
  where: anyText,
  extra: anyText,
} satisfies Record<
  Exclude<keyof typeof contribution, 'when'> | 'project_id' | 'participation' | 'event_id',
  unknown
>;

/** The fields of a report: an embed that leaves one out does not compile. */
export type ReportedFields = Record<
  Exclude<keyof typeof contributionSettings, 'participation'> | 'when',
  unknown
>;
