/** The attributes that describe a contribution: the same in every embed that reports one. */
import { anyText, notNegative, oneOf, positiveInteger, shortText, wholeNumber } from './kinds.ts';

export const contributionSettings = {
  project_id: positiveInteger,
  type: oneOf(['collection', 'classification', 'signup'], 'collection'),
  event_id: shortText(128),
  duration: notNegative,
  magnitude: wholeNumber,
  where: anyText,
  extra: anyText,
};
