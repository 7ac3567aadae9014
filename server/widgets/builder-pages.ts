/** /builder: the page that makes snippets of every embed, and the preview that it frames. */
import { addressOf, type Built, readBuilt } from '../../src/pages/builder/built.ts';
import { readSnippet } from '../../src/pages/builder/paste.ts';
import type { Service } from '../../src/pages/builder/snippets.ts';
import type { PageHandlers, Visitor } from '../http/pages.ts';
import { newToken } from '../secrets.ts';
import { previewOf } from './builder-preview.ts';
import { builtFrom } from './saved/settings.ts';
import type { SavedWidgets } from './saved/store.ts';

export const builderPages = (service: Service, widgets: SavedWidgets): PageHandlers => ({
  'GET /builder': async ({ query, visitor }) => {
    const pasted = query['snippet'];
    const isPasted = typeof pasted === 'string' && pasted.trim() !== '';
    const read = isPasted ? readSnippet(pasted) : undefined;
    const number = (read ?? readBuilt(query)).values['widget'];
    const loaded = number === undefined ? undefined : await savedWidget(widgets, number);
    if (loaded) return { to: addressOf(loaded) };
    // The address of what was pasted, so that it can be shared and edited further.
    if (read && number === undefined) return { to: addressOf(read) };
    const saved = visitor && (await own(widgets, visitor, readBuilt(query)));
    return {
      name: 'builder',
      title: 'Embed builder',
      description: `Makes the snippets of ${service.serviceName} for your own pages, with a live preview: confirmation message, form helper, project finder.`,
      data: {
        query: { ...textsIn(query), saved: saved ? String(saved.id) : '', widget: '' },
        pinned: service.pinned,
        form: newToken(),
        ...(saved && { saved }),
        ...(number !== undefined && { noWidget: number }),
        ...(isPasted && !read && { isUnread: true as const }),
      },
    };
  },
  'GET /builder/preview': ({ query }) => previewOf(readBuilt(query), service),
});

/** A saved widget by its number: everybody may start from its settings, since every page that shows it has them. */
async function savedWidget(widgets: SavedWidgets, number: string): Promise<Built | undefined> {
  const found = /^[1-9]\d{0,14}$/.test(number) ? await widgets.find(Number(number)) : undefined;
  return found && { ...builtFrom(found), saved: number };
}

/** The widget that is edited, if the visitor manages it: for others, saving makes one of their own. */
async function own(widgets: SavedWidgets, { accountId }: Visitor, { saved }: Built) {
  const row = saved === undefined ? undefined : await widgets.managedBy(accountId, Number(saved));
  return row && row.deleted_at === null ? { id: row.widget_id, name: row.name } : undefined;
}

const textsIn = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
