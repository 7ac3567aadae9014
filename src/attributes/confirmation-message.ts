/**
 * The attributes of the confirmation message: one row each, read from the script element, its address or
 * <manyhands-confirmation>. The embed builder draws its form from the same rows.
 */
import { contributionSettings } from './contribution.ts';
import { anyText, oneOf, shortText, type SettingsOf } from './kinds.ts';

export const confirmationSettings = {
  mode: oneOf(['passive', 'gold']),
  ...contributionSettings,
  participant: anyText,
  lang: shortText(35),
  theme: oneOf(['auto', 'light', 'dark'], 'auto'),
  'when-declined': oneOf(['quiet', 'hide'], 'quiet'),
  consent: oneOf(['given', 'required'], 'given'),
  target: anyText,
  placement: oneOf(['inline', 'corner'], 'inline'),
};

export type ConfirmationSettings = SettingsOf<typeof confirmationSettings>;
