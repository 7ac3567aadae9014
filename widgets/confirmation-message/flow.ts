/**
 * The message as a state machine: a pure reducer from a state and an event to the next state and its effects. A step
 * that the table does not allow is not taken, so a second click, or a reply that arrives after the participant has
 * gone elsewhere, does nothing. effects.ts carries the effects out and sends events back.
 */
import {
  ways,
  type Effect,
  type Event,
  type HostEvent,
  type Known,
  type State,
  type Step,
} from './states.ts';

/** The first step after loading, where this page may hold a grant. */
export function opening(
  { isDeclined, outcome, isLinked, isNamed, isAutomatic }: Omit<Known, 'record'>,
  isPassive: boolean,
): Step {
  if (isDeclined) return 'declined';
  if (outcome === 'undone' || (outcome && isLinked)) return outcome;
  if (isPassive) return isLinked && !isNamed ? 'credited' : 'ask';
  return isLinked && isAutomatic ? 'crediting' : 'ask';
}

type Outcome = [state: State, ...effects: Effect[]];
const record: Effect = { run: 'record' };
const fire = (name: HostEvent, detail?: object): Effect => ({ run: 'fire', name, detail });

export function reduce(state: State, event: Event): Outcome {
  /** Takes a step, where it may be taken from here. */
  const go = (step: Step, change?: Partial<State>, ...effects: Effect[]): Outcome =>
    (ways[state.step] as Step[]).includes(step)
      ? [{ ...state, problem: undefined, notice: undefined, isOpen: false, ...change, step }, ...effects]
      : [state];
  /** Takes a step on which something is sent, which "Try again" sends again. */
  const send = (step: Step, retry: Effect, change?: Partial<State>): Outcome =>
    go(step, { ...change, retry }, retry);
  /** Nothing came back, or not now: it can be tried again. The outbox does so by itself. */
  const stumble = (isOnline?: boolean, isWaiting?: boolean, lost?: object): Outcome =>
    isOnline
      ? go('failed', {}, fire('failed', lost))
      : go('offline', {}, ...(isWaiting ? [] : [{ run: 'awaitNetwork' } as const]));

  switch (event.on) {
    case 'begin': {
      const fresh: State = { ...event.fresh, step: 'loading', retry: { run: 'begin' } };
      return event.isDeclined ? [{ ...fresh, step: 'declined' }] : [fresh, { run: 'load' }];
    }
    case 'loaded': {
      if (state.step !== 'loading') return [state];
      const { project, known, isOnline, words = state.words } = event;
      if (words) state = { ...state, words };
      if (project && !known) return go('elsewhere', { project });
      const step = known && opening(known, !!state.isPassive);
      // Without the service nothing can be asked; who has agreed here before is credited by the outbox.
      if (!step || (!project && step === 'ask')) return stumble(isOnline);
      const { isLinked, isNamed } = known;
      const change = { project, isLinked, isNamed, record: known.record };
      return step === 'crediting' ? send(step, record, change) : go(step, change);
    }
    case 'credit':
      if (state.isLinked && !state.isStopped) return send('crediting', record);
      return state.project ? go('connecting', {}, { run: 'ask' }) : [state];
    case 'closed':
      return go('blocked', { isWindowless: event.isWindowless });
    case 'coded':
      return go('crediting', { retry: { run: 'begin' } }, { run: 'redeem' });
    case 'granted': {
      // By the digits, or by a window that redeems its code already.
      if (state.step === 'checking') state = go('crediting')[0];
      if (state.step !== 'crediting') return [state];
      const { grant, signInBy } = event;
      const keep: Effect = { run: 'keepGrant', grant };
      state = { ...state, isLinked: true, isNamed: false, isStopped: false, signInBy, retry: record };
      return state.isPassive ? go('credited', {}, keep, fire('credited')) : [state, keep, record];
    }
    case 'useEmail':
      return go('email', { flow: undefined });
    case 'mail': {
      const { address, isOfAge } = event;
      if (!/^[^\s@]+@[^\s@.]+\.\S+$/.test(address)) return go('email', { address, problem: 'email.wrong' });
      if (!isOfAge) return go('email', { address, problem: 'email.young' });
      return go('mailing', { address }, { run: 'mail', address });
    }
    case 'mailed':
      return go('code', { flow: event.flow, notice: state.flow ? 'code.sent' : undefined });
    case 'check': {
      const code = event.typed.replace(/\D/g, '');
      const { flow = '', address = '' } = state;
      if (code.length !== 6) return go('code', { problem: 'code.short' });
      return go('checking', {}, { run: 'check', flow, address, code });
    }
    case 'mistaken':
      return go(state.flow ? 'code' : 'email', { problem: event.problem });
    case 'recorded': {
      const { credited, event_id, duplicate } = event.reply;
      // Not credited means undone before, or stopped on our side.
      const isStopped = !credited && !duplicate;
      const step = credited ? 'credited' : duplicate ? 'undone' : 'declined';
      const [taken, ...told] = go(step, {}, ...(credited ? [fire('credited', { event_id })] : []));
      const outcome = credited ? 'credited' : 'undone';
      return [
        { ...taken, isStopped },
        ...(isStopped ? [] : [{ run: 'keepOutcome', outcome } as const]),
        ...told,
      ];
    }
    case 'lost':
      return [{ ...state, hasLost: true }, fire('failed', event.record)];
    case 'ungranted':
      return go('ask', { isLinked: false });
    case 'stumbled':
      return stumble(event.isOnline, event.isWaiting, event.record);
    case 'undo':
    case 'decline':
      return event.on === 'decline' && state.step === 'elsewhere'
        ? [state, { run: 'decline' }]
        : send('settling', { run: event.on });
    case 'notMe':
      return send('settling', { run: 'forget' });
    case 'putBack':
      return send('crediting', { run: 'putBack' });
    case 'settled': {
      const { step } = event;
      // "Not you?" fires `undone` also where nothing was recorded: other embeds of the page forget that person, too.
      const isOver = step === 'declined';
      const notice = isOver && state.isLinked ? 'stopped' : undefined;
      const change = { isAnswered: isOver, notice, isLinked: state.isLinked && step === 'undone' } as const;
      return go(step, change, fire(isOver ? 'declined' : 'undone'));
    }
    case 'refused':
      return go('elsewhere');
    case 'change':
      // Without what a click would send this page was not let to ask: it says again where that can be done.
      return state.project && state.record
        ? go('ask', { isNamed: false, isAnswered: false }, { run: 'forgetNo' })
        : [state, { run: 'forgetNo' }, { run: 'begin' }];
    case 'online':
      return state.step === 'offline' ? reduce(state, { on: 'retry' }) : [state];
    case 'retry': {
      const effect = state.retry ?? { run: 'begin' };
      if (effect.run === 'begin') return [state, effect];
      return send(effect.run === 'record' || effect.run === 'putBack' ? 'crediting' : 'settling', effect);
    }
    case 'cancel':
      return go('ask', {}, { run: 'stopAsking' });
    case 'unfold':
      return [{ ...state, isOpen: !state.isOpen }];
    case 'close':
    case 'off':
      return [{ ...state, step: 'off' }];
  }
}
