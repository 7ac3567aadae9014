/** The attributes of the browser helper. `profile` is the specification's. */
import { anyText, oneOf, positiveInteger } from './kinds.ts';

export const apihelperSettings = {
  profile: anyText,
  'profile-token': anyText,
  project_id: positiveInteger,
  ask: oneOf(['button', 'none'], 'button'),
  lang: anyText,
  consent: oneOf(['given', 'required'], 'given'),
};
