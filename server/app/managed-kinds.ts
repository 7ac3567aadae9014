import { lockOwner } from '../db/in-turn.ts';
import type { Store } from '../db/store.ts';
import type { StoredKind, Managed } from '../managing/things.ts';
import { addActs } from '../projects/acts.ts';
import { lockedRow } from '../projects/rows.ts';

/** The tables of the managers of each kind. */
export const storedKinds = ({ engine }: Pick<Store, 'engine'>): Record<Managed['kind'], StoredKind> => ({
  project: {
    table: 'project_managers',
    key: 'project_id',
    lock: (trx, id) => lockedRow(trx, engine, id),
    note: (trx, id, act, now) => addActs(trx, [{ ...act, id }], now),
  },
  widget: { table: 'widget_managers', key: 'widget_id', lock: (trx, widget) => lockOwner(trx, { widget }) },
  group: { table: 'group_managers', key: 'group_id', lock: (trx, group) => lockOwner(trx, { group }) },
  programme: {
    table: 'programme_managers',
    key: 'programme_id',
    lock: (trx, programme) => lockOwner(trx, { programme }),
  },
});
