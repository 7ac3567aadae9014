/** One message: its state, and the effects that the state machine asks for. Every request of the message starts here. */
import type { ConfirmationSettings } from '../../src/attributes/confirmation-message.ts';
import { readGrant } from '../lib/grant.ts';
import { recall, remember } from '../lib/memory.ts';
import { wordsFor } from '../lib/messages.ts';
import { mayOpenWindows } from '../lib/popup.ts';
import { clickedWindow } from './clicked-window.ts';
import { crediting } from './crediting.ts';
import { reduce } from './flow.ts';
import { loading } from './loading.ts';
import { loadSecondPart, type SecondPart } from './load-second-part.ts';
import type { Effect, Event, HostEvent, State } from './states.ts';
import { thisContribution } from './this-contribution.ts';

export type Dispatch = (event: Event) => void;
export type Participation = ReturnType<typeof participation>;

/** The state that the effects share. */
export type Around = {
  settings: ConfirmationSettings;
  dispatch: Dispatch;
  stateNow: () => State;
  lang: () => string;
  /** 0 until the service has told which project the origin of the page belongs to. */
  projectId: () => number;
  contribution: ReturnType<typeof thisContribution>;
  /** Where this page remembers a "no". */
  declinedKey: () => string;
  /** The window that the click has opened, once; null where none opened, undefined where none was wanted. */
  takeWindow: () => Window | null | undefined;
};

/** The parts of its element that a message needs. */
type Host = {
  element: HTMLElement;
  lang: () => string;
  show: (state: State, second: SecondPart | undefined) => void;
  /** Fires an event on the page. */
  fire: (name: HostEvent, detail?: object) => void;
};

export function participation(settings: ConfirmationSettings, { element, lang, show, fire }: Host) {
  const { participant, mode, project_id: knownId = 0, event_id } = settings;
  let state: State = { step: 'waiting' };
  let projectId = knownId;
  let second: SecondPart | undefined;

  const dispatch: Dispatch = (event) => {
    const [next, ...wanted] = reduce(state, event, second?.rows);
    if (next !== state) show((state = next), second);
    for (const effect of wanted) void effects[effect.run]?.(effect as never);
  };
  const contribution = thisContribution(event_id, element.dataset);
  const declinedKey = () => `manyhands:${projectId}:declined`;
  const stateNow = () => state;
  const { openWindow, takeWindow } = clickedWindow(stateNow);
  const around: Around = {
    settings,
    dispatch,
    stateNow,
    lang,
    contribution,
    declinedKey,
    takeWindow,
    projectId: () => projectId,
  };
  function stopAsking() {
    takeWindow()?.close();
    effects.stopAsking?.({} as never);
  }
  const { listen, leave, ...recording } = crediting(around);
  const load = loading(around, (id) => {
    projectId = id;
    // Contributions of earlier pages are reported here, too.
    if (readGrant(id) && !mode) listen();
  });

  /** The facts that this page knows at the start. */
  const start = () => ({
    fresh: {
      words: wordsFor(lang()),
      isPassive: !!mode,
      isLinked: !!readGrant(projectId),
      isNamed: !!participant,
      hasToken: !!participant,
      isWindowless: !mayOpenWindows(),
    },
    isDeclined: recall('localStorage', declinedKey()) === 'yes',
  });

  /** Starts over from what this page and the service know. */
  function begin() {
    stopAsking();
    dispatch({ on: 'begin', ...start() });
  }

  /** The effects of the second part are loaded with it. */
  const effects: { [Run in Effect['run']]?: (effect: Extract<Effect, { run: Run }>) => unknown } = {
    begin,
    load: load.start,
    async fetch() {
      try {
        const loaded = second ?? (await loadSecondPart(element));
        if (!second) Object.assign(effects, (second = loaded).acts(around));
      } catch {
        stopAsking();
        return dispatch({ on: 'stumbled', isOnline: navigator.onLine });
      }
      dispatch({ on: 'fetched' });
    },
    openWindow,
    ...recording,
    keepOutcome: ({ outcome }) => contribution.keepOutcome(outcome),
    keepNo: () => remember('localStorage', declinedKey(), 'yes'),
    // With the page's token, the "no" was sent to the service: only a grant takes it back, not this page's memory.
    forgetNo: () => remember('localStorage', declinedKey(), participant && 'changing'),
    awaitNetwork: () => addEventListener('online', () => dispatch({ on: 'online' }), { once: true }),
    fire: ({ name, detail }) => fire(name, detail),
  };

  return {
    /** Takes a click of the participant: from the first one on, the card is as high as what it shows. */
    act: (event: Event) => {
      state = { ...state, height: 'natural' };
      dispatch(event);
    },
    begin,
    /** Draws the empty card before the browser says that it is in view, which takes a frame or two. */
    prepare() {
      const { fresh, isDeclined } = start();
      show({ ...fresh, step: isDeclined ? 'waiting' : 'loading' }, second);
    },
    away: contribution.away,
    /** Ends what is under way. `isOver`: the next message in this document is about another contribution. */
    leave(isOver: boolean) {
      stopAsking();
      leave();
      load.stop();
      state = { ...state, step: 'off', height: undefined };
      if (isOver) contribution.leave();
    },
  };
}
