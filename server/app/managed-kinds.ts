import type { Store } from '../db/store.ts';
import type { StoredKind, Managed } from '../managing/things.ts';
import { lockGroup } from '../groups/store.ts';
import { lockProgramme } from '../programmes/store.ts';
import { addActs } from '../projects/acts.ts';
import { lockedRow } from '../projects/rows.ts';
import { lockWidget } from '../widgets/saved/store.ts';

/** The tables of the managers of each kind. */
export const storedKinds = ({ engine }: Pick<Store, 'engine'>): Record<Managed['kind'], StoredKind> => ({
  project: {
    table: 'project_managers',
    key: 'project_id',
    lock: (trx, id) => lockedRow(trx, engine, id),
    note: (trx, id, act, now) => addActs(trx, [{ ...act, id }], now),
  },
  widget: { table: 'widget_managers', key: 'widget_id', lock: lockWidget },
  group: { table: 'group_managers', key: 'group_id', lock: lockGroup },
  programme: { table: 'programme_managers', key: 'programme_id', lock: lockProgramme },
});
