/** The attributes that describe a contribution: the same in every embed that reports one. */
import type { contribution } from '../contract/event.ts';
import { anyText, notNegative, oneOf, positiveInteger, shortText, wholeNumber } from './kinds.ts';

export const contributionSettings = {
  project_id: positiveInteger,
  type: oneOf(['collection', 'classification', 'signup'], 'collection'),
  event_id: shortText(128),
  duration: notNegative,
  magnitude: wholeNumber,
  where: anyText,
  extra: anyText,
} satisfies Record<Exclude<keyof typeof contribution, 'when'> | 'project_id' | 'event_id', unknown>;

/** The fields of a report: an embed that leaves one out does not compile. */
export type ReportedFields = Record<keyof typeof contributionSettings | 'when', unknown>;
