/** The attributes of our elements, derived from the embeds' own settings; written out in the package. */
import type { ConfirmationSettings } from '../attributes/confirmation-message.ts';
import type { FinderSettings } from '../attributes/finder.ts';

/** The values of an attribute: a number may be written as text, and the owner's own id may be a number. */
type Written<Name, T> = Name extends 'event_id'
  ? string | number
  : T extends number
    ? number | `${number}`
    : T extends number[]
      ? string | number
      : T;

export type ConfirmationAttributes = {
  [Name in keyof ConfirmationSettings as `data-${Name}`]?: Written<Name, ConfirmationSettings[Name]>;
};

/** `data-projects` is one number, or several with commas between them. */
export type FinderAttributes = {
  [Name in keyof FinderSettings as `data-${Name}`]?: Written<Name, FinderSettings[Name]>;
};
