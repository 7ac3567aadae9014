/** One message: its state, and the effects that the state machine asks for. Every request of the message starts here. */
import { isFinal } from '../lib/call.ts';
import { keepGrant, readGrant } from '../lib/grant.ts';
import { recall, remember } from '../lib/memory.ts';
import { wordsFor, type Language } from '../lib/messages.ts';
import { mayOpenWindows } from '../lib/popup.ts';
import { isGone } from '../lib/recording.ts';
import { asking } from './authorize.ts';
import { reduce } from './flow.ts';
import type { Effect, Event, HostEvent, State, Step } from './states.ts';
import { crediting } from './crediting.ts';
import { joining } from './join-by-email.ts';
import { loading } from './loading.ts';
import type { ConfirmationSettings } from '../../src/attributes/confirmation-message.ts';
import { takingBack } from './taking-back.ts';
import { thisContribution } from './this-contribution.ts';

export type Dispatch = (event: Event) => void;
export type Participation = ReturnType<typeof participation>;

/** The state that the effects share. */
export type Around = {
  settings: ConfirmationSettings;
  dispatch: Dispatch;
  stateNow: () => State;
  lang: () => Language;
  /** 0 until the service has told which project the origin of the page belongs to. */
  projectId: () => number;
  contribution: ReturnType<typeof thisContribution>;
  /** Where this page remembers a "no". */
  declinedKey: () => string;
};

/** `speaks` returns the language of the message, `show` draws a state, `fire` tells the page. */
export function participation(
  settings: ConfirmationSettings,
  speaks: () => Language,
  show: (state: State) => void,
  fire: (name: HostEvent, detail?: object) => void,
) {
  const isPassive = settings.mode === 'passive';
  const { participant } = settings;
  let state: State = { step: 'waiting' };
  let known_id = settings.project_id ?? 0;
  let redeem: () => Promise<{ grant: string }>;

  const dispatch: Dispatch = (event) => {
    const [next, ...wanted] = reduce(state, event);
    if (next !== state) show((state = next));
    for (const effect of wanted) void effects[effect.run](effect as never);
  };
  const contribution = thisContribution(settings.event_id);
  const declinedKey = () => `manyhands:${known_id}:declined`;
  const around: Around = {
    settings,
    dispatch,
    stateNow: () => state,
    lang: speaks,
    projectId: () => known_id,
    contribution,
    declinedKey,
  };

  const stumble = () => dispatch({ on: 'stumbled', isOnline: navigator.onLine });
  const { record, putBack, listen, leave } = crediting(around);

  /** Undo, decline, forget: sends the step that follows. */
  async function settle(act: () => Promise<Step> | Step) {
    try {
      const step = act();
      // Acts without a request are done within the click.
      dispatch({ on: 'settled', step: typeof step === 'string' ? step : await step });
    } catch (error) {
      if (isGone(error) && !participant) dispatch({ on: 'ungranted' });
      else if (isFinal(error)) dispatch({ on: 'refused' });
      else stumble();
    }
  }

  const { prepare, ask, stop } = asking();
  const load = loading(around, prepare, (id) => {
    known_id = id;
    // Contributions of earlier pages are reported here, too.
    if (readGrant(id) && !isPassive) listen();
  });
  const { undo, decline, forget } = takingBack(around);

  /** Starts over from what this page and the service know. */
  function begin() {
    stop();
    const fresh = {
      words: wordsFor(speaks()),
      isPassive,
      isLinked: !!readGrant(known_id),
      isNamed: !!participant,
      isWindowless: !mayOpenWindows(),
    };
    dispatch({
      on: 'begin',
      fresh,
      isDeclined: !!known_id && recall('localStorage', declinedKey()) === 'yes',
    });
  }

  const effects: { [Run in Effect['run']]: (effect: Extract<Effect, { run: Run }>) => unknown } = {
    begin,
    load: load.start,
    async ask() {
      if (!state.project) return;
      const answer = await ask(state.project, speaks());
      if (!answer) return dispatch({ on: 'closed', isWindowless: answer === null });
      redeem = answer;
      dispatch({ on: 'coded' });
    },
    redeem: () =>
      redeem().then(
        ({ grant }) => dispatch({ on: 'granted', grant }),
        () => stumble(),
      ),
    ...joining(around),
    /** A new grant also takes back an earlier "no". */
    keepGrant({ grant }) {
      keepGrant(known_id, grant);
      remember('localStorage', declinedKey());
    },
    record,
    putBack,
    undo: () => settle(undo),
    decline: () => settle(decline),
    forget: () => settle(forget),
    stopAsking: stop,
    keepOutcome: ({ outcome }) => contribution.keepOutcome(outcome),
    // With the page's token the "no" was told to the service: the way back is a profile, not this memory.
    forgetNo: () => remember('localStorage', declinedKey(), participant && 'changing'),
    awaitNetwork: () => window.addEventListener('online', () => dispatch({ on: 'online' }), { once: true }),
    fire: ({ name, detail }) => fire(name, detail),
  };

  return {
    dispatch,
    begin,
    /** Ends what is under way. `isOver`: the next message in this document is about another contribution. */
    leave(isOver: boolean) {
      stop();
      leave();
      load.stop();
      state = { ...state, step: 'off' };
      if (isOver) contribution.leave();
    },
  };
}
