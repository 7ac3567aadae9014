/**
 * The attributes of `<manyhands-confirmation>`, derived from the message's own settings; written out in the package.
 */
import type { ConfirmationSettings } from '../attributes/confirmation-message.ts';

/** The values of an attribute: a number may be written as text, and the owner's own id may be a number. */
type Written<Name, T> = Name extends 'event_id'
  ? string | number
  : T extends number
    ? number | `${number}`
    : T;

export type ConfirmationAttributes = {
  [Name in keyof ConfirmationSettings as `data-${Name}`]?: Written<Name, ConfirmationSettings[Name]>;
};
