/** /builder: the page that makes snippets of every embed, and the preview that it frames. */
import { addressOf, type Built, queryOf, readBuilt } from '../../src/embed-code/built.ts';
import { readSnippet } from '../../src/embed-code/paste.ts';
import type { Service } from '../../src/embed-code/snippets.ts';
import type { PageHandlers, Visitor } from '../http/pages.ts';
import { newToken } from '../secrets/secrets.ts';
import { previewOf } from './builder-preview.ts';
import { builtFrom } from './saved/settings.ts';
import { iso } from './saved/widget-page.ts';
import type { SavedWidgets } from './saved/store.ts';
import type { UnsavedWidgets } from './saved/unsaved.ts';

type Widgets = { saved: SavedWidgets; unsaved: UnsavedWidgets };

export const builderPages = (
  service: Service,
  { saved: widgets, unsaved }: Widgets,
  managedBy: (accountId: number) => Promise<{ project_id: number; name: string }[]>,
): PageHandlers => ({
  'GET /builder': async ({ query: asked, visitor, now }) => {
    const token = asked['unsaved'];
    const draft = token === undefined ? undefined : await unsaved.find(token, now);
    const typedName = draft?.name ?? asked['name'];
    const query = draft ? Object.fromEntries(new URLSearchParams(draft.built)) : asked;
    const pasted = query['snippet'];
    const isPasted = pasted !== undefined && pasted.trim() !== '';
    const read = isPasted ? readSnippet(pasted) : undefined;
    const number = (read ?? readBuilt(query)).values['widget'];
    const loaded = number === undefined ? undefined : await savedWidget(widgets, number);
    if (loaded) return { to: addressOf(loaded) };
    // The address of what was pasted, so that it can be shared and edited further.
    if (read && number === undefined) return { to: addressOf(read) };
    const built = readBuilt(query);
    const own = visitor && (await managed(widgets, visitor, built));
    const projects = visitor ? await managedBy(visitor.accountId) : [];
    return {
      name: 'builder',
      title: 'Embed builder',
      description: `Makes the snippets of ${service.serviceName} for your own pages, with a live preview: confirmation message, form helper, project finder.`,
      data: {
        query: queryFor(built, own),
        pinned: service.pinned,
        form: newToken(),
        ...(own && { saved: { id: own.id, name: own.name, changed: own.changed } }),
        ...(own && isOlder(built, own.version) && { isOutdated: true as const }),
        ...(typedName !== undefined && { typedName }),
        ...(token !== undefined && !draft && { isGone: true as const }),
        ...(number !== undefined && { noWidget: number }),
        ...(isPasted && !read && { isUnread: true as const }),
        ...(projects.length > 0 && {
          managed: projects.map(({ project_id: id, name: title }) => ({ id, title })),
        }),
      },
    };
  },
  'GET /builder/preview': ({ query, lang }) => previewOf(readBuilt(query), service, lang),
});

/** A saved widget by its number: everybody may start from its settings, since every page that shows it has them. */
async function savedWidget(widgets: SavedWidgets, number: string): Promise<Built | undefined> {
  const saved = /^[1-9]\d{0,14}$/.test(number) ? await widgets.find(Number(number)) : undefined;
  return saved && { ...builtFrom(saved), saved: number, version: String(saved.version) };
}

/** The widget that is edited, if the visitor manages it: for others, saving makes one of their own. */
async function managed(widgets: SavedWidgets, { accountId }: Visitor, { saved }: Built) {
  const row = saved === undefined ? undefined : await widgets.managedBy(accountId, Number(saved));
  if (!row || row.deleted_at !== null) return undefined;
  return { id: row.widget_id, name: row.name, version: row.version, changed: iso(row.updated_at) };
}

type Own = NonNullable<Awaited<ReturnType<typeof managed>>>;

/** Whether the settings began with an older version than the saved one; addresses of older releases name none. */
const isOlder = ({ version }: Built, current: number) => version !== undefined && Number(version) !== current;

/** The state as a query; the number of a widget is in it for its managers only. */
function queryFor(
  { embed, values, look, as, preset, shows }: Built,
  own: Own | undefined,
): Record<string, string> {
  const query = queryOf({ embed, values, look, as, preset, shows });
  delete query['widget'];
  return { ...query, ...(own && { saved: `${own.id}`, version: `${own.version}` }) };
}
