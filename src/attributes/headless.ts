/**
 * The attributes of the headless script, as the documentation and the builder know them. The script itself
 * reads them by name and leaves checking to the service: these rows would add a tenth to its size.
 */
import { contributionSettings } from './contribution.ts';
import { anyText, oneOf } from './kinds.ts';

export const headlessSettings = {
  ...contributionSettings,
  trigger: anyText,
  consent: oneOf(['given', 'required'], 'given'),
};
