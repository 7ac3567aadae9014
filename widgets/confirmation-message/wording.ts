/** Which words a state is told in: several states share one, and passive pages say some things differently. */
import type { MessageKey } from '../lib/messages.ts';
import type { State } from './flow.ts';
import type { ConfirmationSettings } from './settings.ts';

/** Every `confirmation.<wording>.title` of the messages. */
export type Wording = keyof {
  [Key in MessageKey as Key extends `confirmation.${infer Name}.title` ? Name : never]: true;
};

/** Undefined where nothing is said. */
export function wordingOf(
  { step, isNamed, flow }: State,
  { mode, participant, 'when-declined': whenDeclined }: ConfirmationSettings,
): Wording | undefined {
  const isPassive = mode === 'passive';
  switch (step) {
    case 'waiting':
    case 'loading':
    case 'off':
      return undefined;
    case 'ask':
      return isPassive ? (isNamed ? 'named' : 'link') : 'ask';
    case 'credited':
      return isPassive ? 'linked' : 'credited';
    case 'declined':
      if (whenDeclined === 'hide') return undefined;
      // Without a word to the service, the owner's server may still credit: nothing else is claimed.
      return isPassive && !participant ? 'unlinked' : 'declined';
    case 'mailing':
      return flow ? 'code' : 'email';
    case 'checking':
      return 'code';
    default:
      return step;
  }
}
