/** The steps of the state machine: a step that the table does not allow is ignored. */
import { ways, type Effect, type HostEvent, type State, type Step } from './states.ts';

export type Outcome = [state: State, ...effects: Effect[]];
/** The effect that dispatches an event of ours on the page. */
export const fire = (name: HostEvent, detail?: object): Effect => ({ run: 'fire', name, detail });

/** Returns the functions with which a row of the state machine takes steps from a state. */
export const stepsFrom = (state: State) => {
  /** Takes a step if the table allows it from this state. */
  const go = (step: Step, change?: Partial<State>, ...effects: Effect[]): Outcome =>
    (ways[state.step] as Step[]).includes(step)
      ? [
          {
            ...state,
            problem: undefined,
            notice: undefined,
            soFar: undefined,
            isOpen: false,
            isBusy: false,
            ...change,
            step,
          },
          ...effects,
        ]
      : [state];
  return {
    go,
    /** Takes a step that sends a request, which "Try again" sends again. */
    send: (step: Step, retry: Effect, change?: Partial<State>): Outcome =>
      go(step, { ...change, retry }, retry),
  };
};
