/** A line of the list of notices, as managers read it. */
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import type { NoticeLine } from '../../src/contract/pages/webhooks.ts';
import { messageId, type DeliveryStore } from './deliveries.ts';

type Row = Awaited<ReturnType<DeliveryStore['newest']>>[number];

/** Each reason for a failed try in words; `status` is told by its number. */
const faults: Record<string, string> = {
  address: 'The address cannot be requested.',
  private: 'The address is not on the public internet.',
  unreachable: 'The server could not be reached.',
  slow: 'The server did not answer in time.',
  ended: 'The notices had ended.',
};

export function noticeLine(row: Row): NoticeLine {
  const { next_at, delivered_at, status, fault, tries } = row;
  const state = delivered_at !== null ? 'delivered' : next_at === null ? 'failed' : 'waiting';
  const then = delivered_at ?? next_at;
  return {
    id: row.delivery_id,
    message: messageId(row.delivery_id),
    kind: row.kind,
    at: iso(row.created_at),
    state,
    tries,
    isRedirected: fault === 'redirect',
    ...(then !== null && { then: iso(then) }),
    ...(status !== null
      ? {
          outcome: `It answered ${status}${fault === 'redirect' ? ', a redirect' : ''}.`,
        }
      : fault !== null && { outcome: ownEntry(faults, fault) ?? 'It failed.' }),
  };
}

const iso = (time: number) => new Date(Number(time)).toISOString();
