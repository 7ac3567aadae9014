/** Taking a step of the state machine: one that the table does not allow is not taken. */
import { ways, type Effect, type HostEvent, type State, type Step } from './states.ts';

export type Outcome = [state: State, ...effects: Effect[]];
/** Tells the page. */
export const fire = (name: HostEvent, detail?: object): Effect => ({ run: 'fire', name, detail });

/** How a row of the state machine takes steps. */
export const stepsFrom = (state: State) => {
  /** Takes a step, where it may be taken from here. */
  const go = (step: Step, change?: Partial<State>, ...effects: Effect[]): Outcome =>
    (ways[state.step] as Step[]).includes(step)
      ? [{ ...state, problem: undefined, notice: undefined, isOpen: false, ...change, step }, ...effects]
      : [state];
  return {
    go,
    /** Takes a step on which something is sent, which "Try again" sends again. */
    send: (step: Step, retry: Effect, change?: Partial<State>): Outcome =>
      go(step, { ...change, retry }, retry),
  };
};
