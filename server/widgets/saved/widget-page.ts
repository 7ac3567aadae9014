/** The page of one saved widget, and what its other pages share with it. */
import { id as idField } from '../../../src/contract/fields/kinds.ts';
import { widgetsPath, type WidgetLine } from '../../../src/contract/pages/widgets.ts';
import { addressOf, queryOf } from '../../../src/embed-code/built.ts';
import { doneIn, type PageAnswer, type Visit, type Visitor } from '../../http/pages.ts';
import { newToken } from '../../secrets/secrets.ts';
import type { Pinned } from '../embed-files.ts';
import type { WidgetCounts } from './counts.ts';
import { builtFrom } from './settings.ts';
import type { SavedWidgets, WidgetRow } from './store.ts';
import type { UnsavedWidgets } from './unsaved.ts';

export type WidgetPages = {
  widgets: SavedWidgets;
  unsaved: UnsavedWidgets;
  counts: WidgetCounts;
  pinned: Pinned;
  /** Ends the invitations to manage a widget. */
  endInvitations: (id: number) => Promise<void>;
};

export type ManagerVisit = Visit & { visitor: Visitor };
type WidgetChange = 'saved' | 'copied' | 'restored';

export type Access = (visit: ManagerVisit, isOwnersOnly?: boolean) => Promise<WidgetRow>;

export const widgetId = idField('the number of the widget');
export const pathOf = (id: number, done?: WidgetChange) =>
  `${widgetsPath}/${id}${done ? `?done=${done}` : ''}`;

export async function pageOf(
  { counts, pinned }: WidgetPages,
  visit: ManagerVisit,
  row: WidgetRow,
): Promise<PageAnswer> {
  const built = builtFrom(row.built);
  const id = row.widget_id;
  const daily = await counts.ofWidget(id);
  return {
    name: 'widget',
    title: row.name,
    data: {
      ...lineOf(row),
      edit: addressOf({ ...built, saved: String(id), version: String(row.version) }),
      query: queryOf(built),
      pinned,
      counts: daily,
      form: newToken(),
      ...doneIn(visit, ['saved', 'copied', 'restored']),
    },
  };
}

export const iso = (time: number) => new Date(time).toISOString();

export const lineOf = ({ widget_id, name, is_owner, updated_at }: WidgetRow): WidgetLine => ({
  id: widget_id,
  name,
  isOwner: is_owner === 1,
  changed: iso(updated_at),
});
