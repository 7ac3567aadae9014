/**
 * GET /embed/finder: the projects of the finder widget on pages of other sites. They are those that the directory shows
 * to everybody.
 */
import type { z } from 'zod';
import audiences from '../../src/catalogue/audiences.json' with { type: 'json' };
import type { ProjectCardData } from '../../src/contract/pages/finder.ts';
import { type WidgetCard, widgetInput } from '../../src/contract/api/finder-widget.ts';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { byName } from '../../src/contract/fields/same-name.ts';
import { regionNameIn } from '../../src/ui/words/region-name.ts';
import type { Facts } from '../http/facts.ts';
import { badFields, type FieldFault, Refusal } from '../http/refusal.ts';
import { languageOf } from '../text/languages.ts';
import { placesNamed, regionName } from '../places/gazetteer.ts';
import { matchUnRegions } from '../text/catalogue-names.ts';
import { excerptOf } from '../text/excerpt.ts';
import { folded } from '../text/words.ts';
import type { EmbedWords } from '../widgets/words.ts';
import { cachedDirectory } from './directory-cache.ts';
import { addressOf } from './page-links.ts';
import { readPage } from './read-page.ts';
import type { Search } from './search.ts';
import { withGlances } from './with-glances.ts';

type WidgetQuery = z.output<typeof widgetInput>;

type Deps = {
  baseUrl: string;
  /** The words of the embeds in a language, unless the page has this version. */
  wordsOf: (lang: string, version: string | undefined) => WidgetWords | undefined;
  /** The first search of a saved widget, as our fields, and its attributes for the embed; undefined if there is none. */
  savedWidget: (id: number) => Promise<SavedWidget | undefined>;
  /** Counts a view of a saved widget, or a click in it, for the site of the page. */
  count: (id: number, from: Pick<Facts, 'origin' | 'ip' | 'now'>, act: 'view' | 'click') => Promise<void>;
};
type WidgetWords = Omit<EmbedWords, 'words'> & { words: Record<string, Record<string, string>> };

type SavedWidget = { search: Record<string, string>; attributes: Record<string, string> };

const usualLimit = 10;

/**
 * Replies that are kept until the directory changes, at 25 kB each. Not for long: a picture that arrives changes a card
 * and not the directory.
 */
const keptReplies = { max: 200, ttl: 10_000 };

export function widgetHandlers(search: Search, { baseUrl, wordsOf, savedWidget, count }: Deps) {
  const keptNow = cachedDirectory(search.directory.version, keptReplies);
  /** Many visitors open a page with a widget, and each sends the same search. A search near a visitor is not cached. */
  const once = async <Found>(query: WidgetQuery, find: () => Promise<Found>): Promise<Found> =>
    query.lat === undefined ? (await keptNow())(JSON.stringify(query), find) : find();

  const chosen = async (ids: number[], lang: string) => {
    const results = await withGlances(search.directory, await search.directory.cards(ids, lang), lang);
    return { results: results.map(widgetCard), total: results.length, page: `${baseUrl}/finder` };
  };

  const answerOf = async (query: WidgetQuery, lang: string) => {
    const { typed, organisation, faults: unread } = typedIn(query);
    const read = readPage(typed);
    const tags = [
      ...(read.more.tags ?? []),
      ...(organisation === undefined ? [] : [{ kind: 'by' as const, name: organisation }]),
    ];
    const faults = [...unread, ...read.faults];
    const { cursor, limit = usualLimit } = query;
    const page =
      faults.length > 0
        ? { faults: [...faults, ...search.faultsOf(read.asked)] }
        : await search.find(
            { ...read.asked, q: read.asked.q ?? '' },
            { cursor, limit, lang },
            { ...read.more, tags },
          );
    if ('faults' in page) throw badFields(page.faults.map(renamed));
    const { results, total, total_at_least, next } = page;
    return {
      results: (await withGlances(search.directory, results, lang)).map(widgetCard),
      total,
      ...(total_at_least && { total_at_least }),
      ...(next !== undefined && { next }),
      page: baseUrl + addressOf({ ...read.typed, ...(query.organisation && { phrase: query.organisation }) }),
    };
  };

  const mustFind = async (id: number): Promise<SavedWidget> => {
    const saved = await savedWidget(id);
    if (!saved)
      throw new Refusal('not_found', `There is no saved widget ${id}: it was deleted, or never was.`);
    return saved;
  };

  return {
    'GET /embed/finder': async (query: WidgetQuery) => {
      const saved = query.widget === undefined ? undefined : await mustFind(query.widget);
      const wanted = saved ? searchOf(saved) : query;
      const words = wordsOf(wanted.lang ?? query.lang ?? 'en', query.words);
      const { projects } = wanted;
      const lang = languageOf(wanted.lang ?? query.lang);
      const reply = await once({ ...searchIn(wanted), lang }, () =>
        projects ? chosen(projects, lang) : answerOf(wanted, lang),
      );
      return {
        ...reply,
        results: placedIn(lang, reply.results),
        ...(saved && { saved: saved.attributes }),
        ...(words && { words }),
      };
    },

    'POST /embed/widget': async (
      { widget, act }: { widget: number; act: 'view' | 'click' },
      _caller: undefined,
      facts: Facts,
    ) => {
      await count(widget, facts, act);
      return {};
    },
  };
}

/** Names places in the language of the widget, as our own finder does. Kept replies have them in English. */
const placedIn = (lang: string, cards: WidgetCard[]): WidgetCard[] =>
  lang === 'en'
    ? cards
    : cards.map((card) =>
        card.place === undefined ? card : { ...card, place: regionNameIn(lang, card.place) },
      );

/** The fields that decide what is found. */
const searchIn = ({ words: _words, lang: _lang, widget: _widget, ...search }: WidgetQuery): WidgetQuery =>
  search;

function searchOf({ search }: SavedWidget): WidgetQuery {
  const { data, error } = widgetInput.safeParse(search);
  if (data) return data;
  throw badFields(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

const audienceNamed = byName(audiences, (name) => name);

/** The search in the fields of our own page, whose filters it shares. */
function typedIn(query: WidgetQuery) {
  const { q, topic, activity, near, region, organisation, audience, language, programme, lat, lng } = query;
  const faults: FieldFault[] = [];
  const typed: Record<string, string | undefined> = { q, topic, activity, near, language };
  for (const [name, number] of Object.entries({ lat, lng, programme }))
    if (number !== undefined) typed[name] = String(number);
  if (region !== undefined) Object.assign(typed, regionIn(region, faults));
  if (audience !== undefined) {
    typed['age'] = audienceNamed(audience);
    if (typed['age'] === undefined)
      faults.push({ field: 'audience', message: `must be one of: ${audiences.join(', ')}` });
  }
  return { typed, organisation: organisation && folded(organisation), faults };
}

/** A code of ours, the name of a UN region, or the name of a country or state. */
function regionIn(region: string, faults: FieldFault[]): { in?: string; UN?: string } {
  const code = region.toUpperCase();
  if (regionName(code) !== undefined) return { in: code };
  const { found, fault } = matchUnRegions([region]);
  if (found[0]) return { UN: found[0].code };
  const named = placesNamed(region).find((place) => place.region !== undefined)?.region;
  if (named !== undefined) return { in: named };
  faults.push({ field: 'region', message: fault ?? 'is not a region that we know' });
  return {};
}

const fieldNames: Record<string, string> = { in: 'region', UN: 'region', age: 'audience' };
const renamed = ({ field, message }: FieldFault) => ({
  field: ownEntry(fieldNames, field) ?? field,
  message,
});

/** Characters; more than any layout shows. */
const longestExcerpt = 240;

function widgetCard({ id, title, url, description, status, glance, ...card }: ProjectCardData): WidgetCard {
  const { organisation, place, isFromHome, lang } = glance;
  const image = card.image?.replace(/\.webp$/, '-640.webp');
  return {
    id,
    title,
    url,
    organisation,
    status,
    description: excerptOf(description, longestExcerpt),
    ...(place !== '' && { place }),
    ...(isFromHome && { from_home: true as const }),
    ...(card.distance_km !== undefined && { distance_km: card.distance_km }),
    ...(image !== undefined && { image }),
    ...(image !== undefined && card.image_credit !== undefined && { image_credit: card.image_credit }),
    ...(lang !== undefined && { lang }),
  };
}
