/**
 * Records that the service has not yet answered: kept in this page's storage before they are sent, so that a
 * closed tab or a lost network loses none. They belong to the grant: whoever drops it drops them.
 */
import type { Sent } from './call.ts';
import { recallData, remember } from './memory.ts';

export type Contribution = Omit<Sent<'POST /embed/record'>, 'grant'>;
type Waiting = { since: number; record: Contribution };

const most = 20;
const dayLong = 864e5;
const keyOf = (project_id: number) => `manyhands:${project_id}:waiting`;

export const waiting = (project_id: number) =>
  ((recallData('localStorage', keyOf(project_id)) ?? []) as Waiting[]).filter(
    ({ since }) => Date.now() - since < dayLong,
  );

function keep(project_id: number, rows: Waiting[]) {
  remember('localStorage', keyOf(project_id), rows.length ? JSON.stringify(rows.slice(-most)) : undefined);
}

const others = (project_id: number, { event_id }: Contribution) =>
  waiting(project_id).filter(({ record }) => record.event_id !== event_id);

export const putInLine = (project_id: number, record: Contribution) =>
  keep(project_id, [...others(project_id, record), { since: Date.now(), record }]);

export const takeOut = (project_id: number, record: Contribution) =>
  keep(project_id, others(project_id, record));

export const dropAll = (project_id: number) => keep(project_id, []);
