/** Turns the fields of a request into a query: names as the catalogue writes them, words as the index has them. */
import type { LngLat } from '../geometry/area.ts';
import type { Box } from '../geometry/outline.ts';
import type { FieldFault } from '../http/refusal.ts';
import { readCursor, searchMark, type Cursor } from './cursor.ts';
import { matchNames, matchUnRegions } from '../text/catalogue-names.ts';
import { siteOf } from '../text/site-address.ts';
import { stemsOf, textLanguages } from '../text/stem.ts';
import { words as wordsOf } from '../text/words.ts';
import type { Filters, FilterTag, Phrase } from './filters.ts';
import { tellingWords } from '../text/stop-words.ts';

/** A search as it arrives: absent parts do not narrow, and all of them combine. */
export type SearchFields = {
  q?: string | undefined;
  phrase?: string | undefined;
  topic?: string | undefined;
  activity?: string | undefined;
  url?: string | undefined;
  UN?: string | undefined;
  lat?: number | undefined;
  lng?: number | undefined;
};

/** Filters of our own page only: they are no part of the API. */
export type More = {
  tags?: FilterTag[] | undefined;
  /** Projects in this country or state first, then those that can be done anywhere. */
  region?: string | undefined;
  /** A part of the map. */
  box?: Box | undefined;
  /** How far around the place is searched; `isArea`: the place is all that is within. */
  km?: number | undefined;
  isArea?: boolean | undefined;
  /** In place of the usual order: by distance where a place is given. */
  sort?: 'newest' | 'match' | undefined;
  /** Among areas that cover the place, small ones come before whole countries. */
  isLocalFirst?: boolean | undefined;
};

export type ParsedQuery = {
  filters: Filters;
  place?: LngLat;
  from: Cursor | undefined;
  mark: string;
  more: More;
};

/** The names of what narrows a search. */
export const askedNames = ['q', 'phrase', 'topic', 'activity', 'url', 'lat', 'lng', 'UN'] as const;

/** Every fault at once. `cursor` must come from the same search; `baseUrl` is this service's own. */
export function readAsked(
  fields: SearchFields,
  cursor: string | undefined,
  baseUrl: string,
  more: More = {},
): ParsedQuery | { faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const told = (field: string, fault: string | undefined) => {
    if (fault !== undefined) faults.push({ field, message: fault });
  };
  const named = (kind: 'topic' | 'activity') => {
    const text = fields[kind];
    if (text === undefined) return undefined;
    const { found, fault } = matchNames(kind, [text]);
    told(kind, fault);
    return found[0];
  };
  const region = () => {
    if (fields.UN === undefined) return undefined;
    const { found, fault } = matchUnRegions([fields.UN]);
    told('UN', fault);
    return found[0]?.code;
  };
  const address = () => {
    if (fields.url === undefined) return undefined;
    const site = siteOf(fields.url, baseUrl);
    if (!site) told('url', 'must be the address of a web page, like https://example.org/project');
    return site;
  };
  const exact = (): Phrase | undefined => {
    if (fields.phrase === undefined) return undefined;
    const words = wordsOf(fields.phrase);
    if (words.length === 0) told('phrase', 'must have at least one letter or digit');
    const telling = tellingWords(words);
    const sought = (telling.length > 0 ? telling : words).map((word) => ({
      stems: stemsOf(word, textLanguages),
    }));
    return { words, sought };
  };
  const where = (): LngLat | undefined => {
    const { lat, lng } = fields;
    if (lat !== undefined && lng !== undefined) return { lat, lng };
    if (lat !== undefined) told('lng', 'is required where a latitude is given');
    if (lng !== undefined) told('lat', 'is required where a longitude is given');
    return undefined;
  };
  const filters: Filters = {
    topic: named('topic'),
    activity: named('activity'),
    un: region(),
    phrase: exact(),
    site: address(),
    ...(more.tags && { tags: more.tags }),
    ...(more.box && { box: more.box }),
  };
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const place = where();
  const mark = searchMark([
    wordsOf(fields.q ?? ''),
    filters,
    place,
    ...(Object.keys(more).length > 0 ? [more] : []),
  ]);
  if (cursor !== undefined && from?.search !== mark)
    told(
      'cursor',
      from
        ? 'belongs to another search: send it with the parameters of the reply that it came with'
        : 'must be the `next` of an earlier reply',
    );
  return faults.length > 0 ? { faults } : { filters, from, mark, more, ...(place && { place }) };
}
