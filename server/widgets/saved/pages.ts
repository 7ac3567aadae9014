/** The pages where people save finder widgets, see their counts, and share or delete them. */
import { contributed } from '../../stats/disclosure.ts';
import { nameText } from '../../../src/contract/fields/name-text.ts';
import { widgetsPath, type EndWidgetPage } from '../../../src/contract/pages/widgets.ts';
import { queryOf, readBuilt } from '../../../src/embed-code/built.ts';
import type { PageHandlers, Visit } from '../../http/pages.ts';
import { formIn } from '../../http/bodies/form-fields.ts';
import { Refusal } from '../../http/refusal.ts';
import { signedIn } from '../../http/signed-in.ts';
import { formLine } from '../../text/one-line.ts';
import type { WidgetCounts } from './counts.ts';
import { savedFrom } from './settings.ts';
import { maxWidgets, restorable, type SavedWidgets, type WidgetRow } from './store.ts';
import {
  iso,
  lineOf,
  pageOf,
  pathOf,
  widgetId,
  type Access,
  type ManagerVisit,
  type WidgetPages,
} from './widget-page.ts';

const maxName = 80;
const nameField = nameText('the name', maxName);

export function widgetPages(deps: WidgetPages): PageHandlers {
  const own = ownWidget(deps.widgets);
  const living: Access = async (visit, isOwnersOnly) => {
    const row = await own(visit, isOwnersOnly);
    if (row.deleted_at !== null)
      throw new Refusal(
        'not_found',
        'This widget is deleted; put it back first, on the page of your widgets.',
      );
    return row;
  };
  return {
    ...listPages(deps),
    ...editPages(deps, living),
    ...deletePages(deps, own, living),
  };
}

/** The widget of the address, for a person who manages it; for everybody else there is none. */
const ownWidget =
  (widgets: SavedWidgets): Access =>
  async ({ visitor, params }, isOwnersOnly = false) => {
    const read = widgetId.safeParse(params['widget']);
    const row = read.success ? await widgets.managedBy(visitor.accountId, read.data) : undefined;
    if (!row) throw new Refusal('not_found', 'You have no such widget.');
    if (isOwnersOnly && row.is_owner === 0)
      throw new Refusal('not_found', 'Only the owner of this widget may do that.');
    return row;
  };

const listPages = ({ widgets }: WidgetPages): PageHandlers => ({
  'GET /widgets': signedIn(async ({ visitor }) => {
    const rows = await widgets.ofAccount(visitor.accountId);
    return {
      name: 'widgets',
      title: 'Your finder widgets',
      data: {
        widgets: rows.filter((row) => row.deleted_at === null).map(lineOf),
        deleted: rows.flatMap((row) =>
          row.deleted_at !== null && row.is_owner === 1
            ? [{ ...lineOf(row), until: iso(row.deleted_at + restorable) }]
            : [],
        ),
      },
    };
  }),
});

function editPages(deps: WidgetPages, living: Access): PageHandlers {
  const { widgets, unsaved } = deps;
  const make = async ({ visitor, fields, now }: ManagerVisit, name: string, built: WidgetRow['built']) => {
    // Among the settings is one that is named `form`, so the token is in `once`.
    const form = formIn({ fields: { form: fields['once'] ?? '' } });
    const id = await widgets.make({ accountId: visitor.accountId, form, now }, { name, built });
    if (id === undefined)
      throw new Refusal('invalid', `You have ${maxWidgets} widgets, which is the most. Delete one first.`);
    return id;
  };

  /** Returns the address of the builder with everything that was sent. */
  const backToBuilder = async ({ fields, ip, now }: Visit) => {
    const name = formLine(fields['name'] ?? '').slice(0, maxName);
    const built = new URLSearchParams(queryOf(readBuilt(fields))).toString();
    return `/builder?unsaved=${await unsaved.keep({ built, name }, ip, now)}`;
  };
  const signInFirst = async (visit: Visit) => ({
    to: `/sign-in?next=${encodeURIComponent(await backToBuilder(visit))}`,
  });

  return {
    'POST /widgets': async (visit) => {
      const { visitor, fields } = visit;
      if (!visitor) return signInFirst(visit);
      const id = await make({ ...visit, visitor }, nameIn(fields), mustRead(fields));
      return { to: pathOf(id, 'saved') };
    },

    'GET /widgets/:widget': signedIn(async (visit) => pageOf(deps, visit, await living(visit))),
    'POST /widgets/:widget': async (visit) => {
      const { visitor, fields, now } = visit;
      if (!visitor) return signInFirst(visit);
      const { widget_id } = await living({ ...visit, visitor });
      const changed = { name: nameIn(fields), built: mustRead(fields) };
      const { version } = readBuilt(fields);
      const isSaved = await widgets.save(widget_id, changed, version ? Number(version) : undefined, now);
      return { to: isSaved ? pathOf(widget_id, 'saved') : await backToBuilder(visit) };
    },

    'POST /widgets/:widget/copy': signedIn(async (visit) => {
      const { name, built } = await living(visit);
      return { to: pathOf(await make(visit, `Copy of ${name}`.slice(0, maxName), built), 'copied') };
    }, widgetsPath),
  };
}

const deletePages = (
  { widgets, counts, endInvitations }: WidgetPages,
  own: Access,
  living: Access,
): PageHandlers => ({
  'GET /widgets/:widget/delete': signedIn(async (visit) => {
    const row = await living(visit, true);
    const data = { id: row.widget_id, name: row.name, ...reachOf(await counts.ofWidget(row.widget_id)) };
    return { name: 'end-widget', title: `Delete ${row.name}`, data };
  }),
  'POST /widgets/:widget/delete': signedIn(async (visit) => {
    const { widget_id } = await own(visit, true);
    await widgets.setDeleted(widget_id, visit.now);
    await endInvitations(widget_id);
    return { to: widgetsPath };
  }, widgetsPath),
  'POST /widgets/:widget/restore': signedIn(async (visit) => {
    const { widget_id } = await own(visit, true);
    await widgets.setDeleted(widget_id, null);
    return { to: pathOf(widget_id, 'restored') };
  }, widgetsPath),
});

function nameIn({ name }: Visit['fields']): string {
  const read = nameField.safeParse(formLine(name ?? ''));
  if (!read.success)
    throw new Refusal('invalid', `The name ${read.error.issues[0]?.message ?? 'is not text'}.`);
  return read.data;
}

function mustRead(fields: Visit['fields']): WidgetRow['built'] {
  const read = savedFrom(readBuilt(fields));
  if (!read)
    throw new Refusal('invalid', 'Not all of these settings can be saved; the builder says which to change.');
  return read;
}

/** The reach of a widget that is to be deleted: the sites that showed it in the last month, and how often. */
function reachOf(daily: Awaited<ReturnType<WidgetCounts['ofWidget']>>): Omit<EndWidgetPage, 'id' | 'name'> {
  const now = Date.now();
  const month = new Date(now - restorable).toISOString().slice(0, 10);
  const recent = daily.filter(({ day }) => day >= month);
  return {
    views: contributed(recent.reduce((sum, { views }) => sum + Number(views), 0)),
    sites: [...new Set(recent.map(({ site }) => site))].filter((site) => site !== ''),
    days: restorable / 86_400_000,
  };
}
