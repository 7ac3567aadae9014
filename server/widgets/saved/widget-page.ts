/** The page of one saved widget, and what its other pages share with it. */
import { id as idField } from '../../../src/contract/fields.ts';
import { widgetsPath, type WidgetLine, type WidgetPage } from '../../../src/contract/widget-pages.ts';
import { addressOf, queryOf } from '../../../src/pages/builder/built.ts';
import type { PageAnswer, Visit, Visitor } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { MailAddress } from '../../mail-address.ts';
import { newToken } from '../../secrets.ts';
import type { Pinned } from '../embed-files.ts';
import type { WidgetCounts } from './counts.ts';
import { maxManagers, type WidgetManagers } from './managers.ts';
import { builtFrom } from './settings.ts';
import type { SavedWidgets, WidgetRow } from './store.ts';
import type { UnsavedWidgets } from './unsaved.ts';

export type WidgetPages = {
  widgets: SavedWidgets;
  unsaved: UnsavedWidgets;
  managers: WidgetManagers;
  counts: WidgetCounts;
  pinned: Pinned;
  baseUrl: string;
  /** The addresses of an account, the main one first. */
  addressesOf: (accountId: number) => Promise<MailAddress[]>;
};

export type ManagerVisit = Visit & { visitor: Visitor };
type WidgetChange = 'saved' | 'copied' | 'joined' | 'restored';

export type Access = (visit: ManagerVisit, isOwnersOnly?: boolean) => Promise<WidgetRow>;

export const widgetId = idField('the number of the widget');
export const pathOf = (id: number, done?: WidgetChange) =>
  `${widgetsPath}/${id}${done ? `?done=${done}` : ''}`;

export async function pageOf(
  { counts, managers, pinned }: WidgetPages,
  visit: ManagerVisit,
  row: WidgetRow,
  invitation?: WidgetPage['invitation'],
): Promise<PageAnswer> {
  const built = builtFrom(row.built);
  const id = row.widget_id;
  const [daily, people] = await Promise.all([counts.ofWidget(id), managers.of(id)]);
  const done = (['saved', 'copied', 'joined', 'restored'] as const).find(
    (each) => each === visit.query['done'],
  );
  return {
    name: 'widget',
    title: row.name,
    ...(invitation && 'fault' in invitation && { status: 400 }),
    data: {
      ...lineOf(row),
      edit: addressOf({ ...built, saved: String(id), version: String(row.version) }),
      query: queryOf(built),
      pinned,
      counts: daily.map((count) => ({
        ...count,
        views: Number(count.views),
        clicks: Number(count.clicks),
      })),
      managers: people.map(({ account_id, name, is_owner }) => ({
        ...{ id: account_id, name, isOwner: is_owner === 1 },
        isYou: account_id === visit.visitor.accountId,
      })),
      maxManagers,
      form: newToken(),
      ...(invitation !== undefined && { invitation }),
      ...(done && { done }),
    },
  };
}

export const incomplete = () => new Refusal('invalid', 'This form is not complete; open the page again.');

export const iso = (time: number) => new Date(time).toISOString();

export const lineOf = ({ widget_id, name, is_owner, updated_at }: WidgetRow): WidgetLine => ({
  ...{ id: widget_id, name, isOwner: is_owner === 1 },
  changed: iso(updated_at),
});
