/** Chooses the texts of a state: several states share texts, and pages in passive mode have some of their own. */
import type { State } from './states.ts';
import type { ConfirmationSettings } from '../../src/attributes/confirmation-message.ts';
import type { MessageKey } from './words.ts';

/** Every `confirmation.<wording>.title` of the messages. */
export type Wording = keyof {
  [Key in MessageKey as Key extends `${infer Name}.title` ? Name : never]: true;
};

/** Undefined where nothing is said. */
export function wordingOf(
  { step, isNamed, isLinked, tapped }: State,
  { mode, participant, 'when-declined': whenDeclined }: ConfirmationSettings,
): Wording | undefined {
  const isPassive = !!mode;
  // With the page's token, a "no" was sent to the service: nothing is credited by itself until it is taken back.
  const unnamed = participant ? 'again' : 'link';
  const ask = isPassive ? (isNamed ? (mode === 'gold' ? 'linked' : 'named') : unnamed) : 'ask';
  const credited = isPassive ? 'linked' : 'credited';
  switch (step) {
    case 'waiting':
    case 'off':
      return undefined;
    // The state that will most likely follow is laid out unseen, so that the page does not jump.
    case 'loading':
      return isLinked ? credited : ask;
    case 'ask':
      return ask;
    case 'credited':
      return credited;
    case 'declined':
      if (whenDeclined === 'hide') return undefined;
      // If the service was not told, the owner's server may still credit: the text must not claim otherwise.
      return isPassive && !participant ? 'unlinked' : 'declined';
    case 'fetching':
      // The unfolded text appears below the button, which keeps the focus.
      return tapped?.event.on === 'unfold' ? ask : 'settling';
    default:
      return step;
  }
}
