/** The transitions of the state machine that begin with a tap in the second part, or with a reply to one of its acts. */
import type { FurtherRows } from '../flow.ts';
import type { Effect, State } from '../states.ts';
import { fire } from '../steps.ts';

export const rows: FurtherRows = (state, event, stepsFrom) => {
  const { go, send } = stepsFrom(state);
  // A second click, or another one, while a form's reply is awaited.
  if (state.isBusy && /^(useEmail|mail|check)$/.test(event.on)) return [state];
  switch (event.on) {
    case 'credit':
      return state.project ? go('connecting', {}, { run: 'ask' }) : [state];
    case 'closed':
      return go('blocked', { isWindowless: event.isWindowless });
    case 'coded':
      return go('crediting', { retry: { run: 'begin' } }, { run: 'redeem' });
    case 'granted': {
      // The grant comes from a form, or from the window, whose code is being redeemed.
      const [crediting] = state.isBusy ? go('crediting') : [state];
      if (crediting.step !== 'crediting') return [state];
      const { grant, signInBy } = event;
      const keep: Effect = { run: 'keepGrant', grant };
      const record: Effect = { run: 'record' };
      const change = {
        isLinked: true,
        isNamed: false,
        isStopped: false,
        signInBy,
        at: signInBy && `#${encodeURIComponent(state.address ?? '')}`,
        retry: record,
      };
      const granted: State = { ...crediting, ...change };
      return state.isPassive
        ? stepsFrom(granted).go('credited', {}, keep, fire('credited'))
        : [granted, keep, record];
    }
    case 'useEmail':
      // Also while the window is open: some browsers inside apps show it where the page learns nothing of it.
      return go('email', { flow: undefined }, { run: 'stopAsking' });
    case 'inGroup':
      return go('group');
    case 'mail': {
      const { address, isOfAge } = event;
      if (!/^[^\s@]+@[^\s@.]+\.\S+$/.test(address)) return go('email', { address, problem: 'email.wrong' });
      if (!isOfAge) return go('email', { address, problem: 'email.young' });
      return go(state.step, { address, isBusy: true }, { run: 'mail', address });
    }
    case 'mailed':
      return go('code', { flow: event.flow, notice: state.flow ? 'code.sent' : undefined });
    case 'check': {
      const { step, flow = '', address = '' } = state;
      if (step === 'group') return go(step, { isBusy: true }, { run: 'checkGroup', code: event.typed });
      const code = event.typed.replace(/\D/g, '');
      if (code.length !== 6) return go('code', { problem: 'code.short' });
      return go('code', { isBusy: true }, { run: 'check', flow, address, code });
    }
    case 'mistaken':
      return state.isBusy ? go(state.step, { problem: event.problem }) : [state];
    case 'undo':
      return send('settling', { run: 'undo', stopped: state.stopped });
    case 'notMe':
      return send('settling', { run: 'forget' });
    case 'decline':
      return send('settling', { run: 'decline' });
    case 'putBack':
      return state.isNamed
        ? send('settling', { run: 'undo', put_back: true })
        : send('crediting', { run: 'putBack' });
    case 'settled': {
      const { step, notice, stopped, fires = step === 'declined' ? step : 'undone' } = event;
      // "Not you?" fires `undone` also where nothing was recorded: other embeds of the page forget that person, too.
      const change: Partial<State> = {
        notice,
        stopped,
        isLinked: state.isLinked && (step === 'undone' || fires === 'credited'),
      };
      return go(step, change, fire(fires));
    }
    case 'refused':
      return go('elsewhere');
    case 'unfold':
      return [{ ...state, isOpen: !state.isOpen }];
    default:
      return [state];
  }
};
