/**
 * The message as a state machine: a pure reducer from a state and an event to the next state and its effects. A step
 * that the table does not allow is not taken, so a second click, or a reply that arrives after the participant has
 * gone elsewhere, does nothing. participation.ts carries the effects out and sends events back. The transitions that only
 * the second part needs are in second-part/rows.ts.
 */
import type { Effect, Event, Known, State, Step } from './states.ts';
import { fire, stepsFrom, type Outcome } from './steps.ts';

/** The first step after loading, where this page may hold a grant. */
export function opening(
  { isDeclined, outcome, isLinked, isNamed, isAutomatic }: Omit<Known, 'record'>,
  isPassive: boolean,
): Step {
  if (isDeclined) return 'declined';
  // Without a grant or a token nothing is put back: a new grant credits this contribution again.
  if (outcome && (isLinked || isNamed)) return outcome;
  if (isPassive) return isLinked && !isNamed ? 'credited' : 'ask';
  return isLinked && isAutomatic ? 'crediting' : 'ask';
}

const record: Effect = { run: 'record' };

/** Further transitions; they take their steps by the table of the first part. */
export type FurtherRows = (state: State, event: Event, steps: typeof stepsFrom) => Outcome;

/** `rows` are those of the second part, once it is here. */
export function reduce(state: State, event: Event, rows?: FurtherRows): Outcome {
  const { go, send } = stepsFrom(state);
  /** No reply, or a refusal that may pass: the participant can try again. The outbox does so by itself. */
  const stumble = (isOnline?: boolean, isWaiting?: boolean, lost?: object): Outcome =>
    isOnline
      ? go('failed', {}, fire('failed', lost))
      : go('offline', {}, ...(isWaiting ? [] : [{ run: 'awaitNetwork' } as const]));

  switch (event.on) {
    case 'begin': {
      const { height } = state;
      const fresh: State = { ...event.fresh, height, step: 'loading', retry: { run: 'begin' } };
      return event.isDeclined ? [{ ...fresh, step: 'declined' }] : [fresh, { run: 'load' }];
    }
    case 'loaded': {
      if (state.step !== 'loading') return [state];
      const { project, known, isOnline, words = state.words } = event;
      if (project && !known) return go('elsewhere', { project, words });
      const step = known && opening(known, !!state.isPassive);
      // Without the service there is no question; the outbox credits a participant who has agreed here before.
      if (!step || (!project && step === 'ask')) return stumble(isOnline);
      const { isLinked, isNamed } = known;
      const change = { project, words, isLinked, isNamed, record: known.record };
      return step === 'crediting' ? send(step, record, change) : go(step, change);
    }
    case 'credit':
      if (state.isLinked && !state.isStopped) return send('crediting', record);
      break;
    case 'recorded': {
      const { credited, event_id, duplicate, removed, so_far: soFar, group } = event.reply;
      // Not credited means undone before, or stopped on our side. A new grant may put it back, unless it was removed there.
      const isRefused = state.retry?.run === 'putBack' && !removed;
      const isStopped = !credited && (!duplicate || isRefused);
      const step = credited ? 'credited' : !duplicate ? 'declined' : isRefused ? 'ask' : 'undone';
      const notice = removed && 'removed';
      const [taken, ...told] = go(
        step,
        { notice, soFar, group },
        ...(credited ? [fire('credited', { event_id })] : []),
      );
      return [
        { ...taken, isStopped },
        // After a reload, the reply for a group tells its name again.
        ...(isStopped || group
          ? []
          : [{ run: 'keepOutcome', outcome: credited ? 'credited' : 'undone' } as const]),
        ...told,
      ];
    }
    case 'lost':
      return [{ ...state, hasLost: true }, fire('failed', event.record)];
    case 'ungranted':
      return go('ask', { isLinked: false });
    case 'stumbled':
      return stumble(event.isOnline, event.isWaiting, event.record);
    case 'fetched': {
      const { tapped } = state;
      return state.step === 'fetching' && tapped
        ? reduce({ ...state, step: tapped.step, tapped: undefined }, tapped.event, rows)
        : [state];
    }
    case 'change':
      // A page without a contribution to send may not credit: it starts over, and shows again where that is possible.
      return state.project && state.record
        ? go('ask', { isNamed: false }, { run: 'forgetNo' })
        : [state, { run: 'forgetNo' }, { run: 'begin' }];
    case 'online':
      return state.step === 'offline' ? reduce(state, { on: 'retry' }) : [state];
    case 'retry': {
      const effect = state.retry ?? { run: 'begin' };
      const again: Partial<Record<string, Step>> = {
        record: 'crediting',
        putBack: 'crediting',
        fetch: 'fetching',
      };
      return effect.run === 'begin' ? [state, effect] : send(again[effect.run] ?? 'settling', effect);
    }
    case 'cancel':
      return go(state.tapped?.step ?? 'ask', { tapped: undefined }, { run: 'stopAsking' });
    case 'close':
    case 'off':
      return [{ ...state, step: 'off' }];
    case 'decline':
      // Without a grant or a token the service does not know the person: only this page remembers the "no".
      if (state.step === 'elsewhere' || !(state.isLinked || state.hasToken))
        return go('declined', { height: 'small' }, { run: 'keepNo' }, fire('declined'));
  }
  if (rows) return rows(state, event, stepsFrom);
  const tapped = { event, step: state.step };
  const [next, ...effects] = send('fetching', { run: 'fetch' }, { tapped });
  // A window opens within the click only.
  if (event.on === 'credit') effects.unshift({ run: 'openWindow' });
  return next === state ? [state] : [next, ...effects];
}
