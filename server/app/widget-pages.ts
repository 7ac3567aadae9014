/** The pages about embeds: the builder, saved widgets, frames, oEmbed, and the check of an owner's page. */
import type { LastSeen } from '../../src/contract/pages/check.ts';
import { type RefusalCode, refusals } from '../../src/contract/api/refusals.ts';
import { fetchingOf, guardedPageFetcher } from '../http/outgoing/fetch-guarded.ts';
import type { PageHandlers, Visitor } from '../http/pages.ts';
import { shownOn } from '../stats/store.ts';
import { builderPages } from '../widgets/builder-pages.ts';
import { checkCounter } from '../widgets/check/limit.ts';
import { checkPages } from '../widgets/check/pages.ts';
import type { Pinned } from '../widgets/embed-files.ts';
import { framePages } from '../widgets/frame-pages.ts';
import { oembedPages } from '../widgets/oembed.ts';
import { widgetPages } from '../widgets/saved/pages.ts';
import type { Features } from './features.ts';
import type { Surfaces } from './surfaces.ts';

export function pagesOfWidgets(
  { naming, heads, pageReader, features }: Surfaces,
  pinned: Pinned,
): PageHandlers {
  const { settings, store, keyed, projects, widgets } = features;
  const { saved } = widgets;
  const service = { ...naming, pinned };
  return {
    ...builderPages(service, widgets, projects.managedNames),
    ...widgetPages({
      ...widgets,
      widgets: saved,
      pinned,
      endInvitations: (id) => features.managing.endInvitations({ kind: 'widget', id }),
    }),
    ...framePages(service),
    ...oembedPages({
      service,
      widgets: saved,
      titleOf: async (id) => (await heads.shownHead(id))?.title,
    }),
    ...checkPages({
      baseUrl: naming.baseUrl,
      fetchPage: guardedPageFetcher({ ...fetchingOf(settings), isFromHere: !settings.isProduction }),
      checkApart: pageReader.check,
      countCheck: checkCounter(store.db, keyed),
      widgets: saved,
      isOpen: async (id) => (await heads.openHead(id)) !== undefined,
      isRegistered: projects.isRegistered,
      seen: (visitor, about, origin) =>
        'widget' in about
          ? seenOfWidget(features, visitor, about.widget, origin)
          : seenOfProject(features, visitor, about.project, origin),
    }),
  };
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

async function seenOfWidget({ widgets }: Features, visitor: Visitor, id: number, origin: string) {
  if (!(await widgets.saved.managedBy(visitor.accountId, id))) return [];
  const [last] = (await widgets.counts.ofWidget(id)).filter(({ site }) => site === origin);
  return last === undefined
    ? [{ what: `Widget ${id} seen`, value: 'never' }]
    : [
        { what: `Widget ${id} last seen`, value: last.day },
        { what: 'Views on that day', value: String(last.views) },
        { what: 'Clicks on that day', value: String(last.clicks) },
      ];
}

async function seenOfProject(
  { projects, store, signs }: Features,
  visitor: Visitor,
  id: number,
  origin: string,
): Promise<LastSeen[]> {
  if (!(await projects.manages(id, visitor.accountId))) return [];
  const now = Date.now();
  const [shown, seen, grants] = await Promise.all([
    shownOn(store.db, id, now),
    signs.at(id, origin),
    projects.grantsAt(id, origin, now),
  ]);
  const here = shown.find((site) => site.origin === origin);
  const { loaded_at, recorded_at, refused_at, refused_code } = seen ?? {};
  return [
    { what: 'An embed of the project last loaded there', value: dayOrNever(loaded_at) },
    { what: 'The message last shown there', value: here ? dayOf(now - here.ago * 1000) : 'never' },
    { what: 'A contribution last recorded from there', value: dayOrNever(recorded_at) },
    { what: 'A request from there last refused', value: dayOrNever(refused_at), ...why(refused_code) },
    { what: 'Browsers there that may credit', value: String(grants) },
  ];
}

const dayOrNever = (time: number | null | undefined) => (time ? dayOf(time) : 'never');

const why = (code: string | null | undefined) =>
  code && Object.hasOwn(refusals, code) ? { why: refusals[code as RefusalCode].means } : {};
