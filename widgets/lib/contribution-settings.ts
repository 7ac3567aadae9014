/** What an owner may say of the contribution that a page is about, whichever embed reports it. */
import { anyText, notNegative, oneOf, positiveInteger, shortText, wholeNumber } from './settings.ts';

export const contributionSettings = {
  project_id: positiveInteger,
  type: oneOf(['collection', 'classification', 'signup'], 'collection'),
  event_id: shortText(128),
  duration: notNegative,
  magnitude: wholeNumber,
  where: anyText,
  extra: anyText,
};
