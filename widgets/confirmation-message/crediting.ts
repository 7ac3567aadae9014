/** Records the contribution of this page through the project's outbox, and reports how it ended. */
import { readGrant } from '../lib/grant.ts';
import { joinOutbox, type Contribution, type Recorded } from '../lib/recording.ts';
import type { Around } from './participation.ts';

export function crediting({ dispatch, stateNow, projectId, contribution }: Around) {
  let outbox: ReturnType<typeof joinOutbox> | undefined;
  /** The number of the contribution whose reply this message waits for. */
  let awaited: string | undefined;

  /** The outcome of this contribution, or of one of an earlier page. */
  function onSettled(record: Contribution, reply?: Recorded) {
    if (record.event_id !== contribution.id()) {
      if (!reply) dispatch({ on: 'lost', record });
    } else if (reply) dispatch({ on: 'recorded', reply });
    else if (readGrant(projectId())) dispatch({ on: 'stumbled', isOnline: navigator.onLine, record });
    else dispatch({ on: 'ungranted' });
  }

  /** Reports contributions of earlier pages, too. */
  const listen = () => (outbox ??= joinOutbox(projectId(), onSettled));

  async function post(more?: object) {
    // Another message of the page may have ended the permission.
    if (!readGrant(projectId())) return dispatch({ on: 'ungranted' });
    const { send } = listen();
    const record = stateNow().record as Contribution;
    // Another message of the page has started this one over, while it waits: `onSettled` gets the reply.
    if (awaited === record.event_id && !more) return;
    awaited = record.event_id;
    await send({ ...record, ...more }).catch(() =>
      dispatch({ on: 'stumbled', isOnline: navigator.onLine, isWaiting: true }),
    );
    awaited = undefined;
  }

  return {
    record: () => post(),
    putBack: () => post({ put_back: true }),
    listen,
    leave: () => (outbox = void outbox?.leave()),
  };
}
