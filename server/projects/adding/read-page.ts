/** Reads the description of a project from its own page: Open Graph, schema.org, the page's title and description. */
import { Parser } from 'htmlparser2';
import { characters } from '../../../src/contract/fields/kinds.ts';
import { isOfTheWeb, webUrl } from '../../../src/contract/fields/web-url.ts';
import type { FetchedPage } from '../../http/outgoing/fetch-guarded.ts';
import { isNestedDeeper } from '../../http/bodies/nesting.ts';
import { pageText } from '../../http/outgoing/page-text.ts';

/** The fields that a page can fill in; a person looks at them before they are sent. */
export type Suggested = { name?: string; description?: string; origin?: string; image?: string };

/** Characters of one piece of structured data; longer ones are lists of other things. */
const longestData = 100_000;
const maxDepth = 20;
const maxPieces = 20;
/** Open elements, and elements. The parser goes through all open ones at each tag, so a deep page would take seconds. */
const maxOpen = 256;
const maxElements = 20_000;

type ReadFacts = { meta: Map<string, string>; title: string; data: string[]; lang: string };

/** Parsed as a stream of tags, because a tree of a hostile page could take any amount of memory. */
export function suggestedBy(page: FetchedPage): Suggested {
  const facts = read(pageText(page));
  const things = facts.data.flatMap(thingsIn);
  const thing = things.find(({ types }) => types.some((type) => /project/i.test(type))) ?? things[0];
  const first = (...texts: (string | undefined)[]) => texts.find((text) => text !== undefined && text !== '');
  const meta = (name: string) => plain(facts.meta.get(name));
  return Object.fromEntries(
    Object.entries({
      name: cut(first(meta('og:title'), thing?.name, plain(facts.title)), 300),
      description: cut(first(meta('og:description'), meta('description'), thing?.description), 20_000),
      origin: cut(first(meta('og:site_name'), thing?.publisher), 120),
      image: imageIn(first(meta('og:image'), meta('og:image:url'), thing?.image), page.url),
    }).filter(([, text]) => text !== undefined),
  );
}

function read(html: string): ReadFacts {
  const facts: ReadFacts = { meta: new Map(), title: '', data: [], lang: '' };
  let inside: 'title' | 'data' | undefined;
  let [open, elements] = [0, 0];
  const parser = new Parser({
    onopentag(name, attributes) {
      inside = undefined;
      if (++open > maxOpen || ++elements > maxElements) parser.pause();
      if (name === 'meta') {
        const key = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase();
        const content = attributes['content'] ?? '';
        if (key !== '' && content !== '' && facts.meta.size < 500 && !facts.meta.has(key))
          facts.meta.set(key, content);
      } else if (name === 'title' && facts.title === '') inside = 'title';
      else if (name === 'script' && attributes['type']?.trim().toLowerCase() === 'application/ld+json') {
        if (facts.data.length >= maxPieces) return;
        facts.data.push('');
        inside = 'data';
      }
    },
    ontext(text) {
      if (inside === 'title' && facts.title.length < 2000) facts.title += text;
      if (inside === 'data') facts.data[facts.data.length - 1] += text;
    },
    onclosetag() {
      inside = undefined;
      open--;
    },
  });
  parser.end(html);
  return facts;
}

type Thing = {
  types: string[];
  name?: string | undefined;
  description?: string | undefined;
  image?: string | undefined;
  publisher?: string | undefined;
};

/** The things of schema.org that one piece of structured data describes. */
function thingsIn(json: string): Thing[] {
  if (json.length > longestData || isNestedDeeper(json, maxDepth)) return [];
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [];
  }
  const top = Array.isArray(value) ? value : [value];
  const all = top.flatMap((one) => {
    const graph = fieldsIn(one)['@graph'];
    return Array.isArray(graph) ? (graph as unknown[]) : [one];
  });
  return all.slice(0, 50).map((one) => {
    const fields = fieldsIn(one);
    return {
      types: [fields['@type']].flat().filter((type) => typeof type === 'string'),
      name: plain(fields['name'] ?? fields['headline']),
      description: plain(fields['description']),
      image: addressIn(fields['image'] ?? fields['logo']),
      publisher: plain(fieldsIn([fields['publisher'] ?? fields['author']].flat()[0])['name']),
    };
  });
}

const fieldsIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** An image is an address, an object with one, or a list of either. */
function addressIn(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return plain(typeof one === 'string' ? one : (fieldsIn(one)['url'] ?? fieldsIn(one)['contentUrl']));
}

/** One line of text without control characters. */
function plain(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .slice(0, 50_000)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return text === '' ? undefined : text;
}

function cut(text: string | undefined, max: number): string | undefined {
  return text === undefined || characters(text) <= max ? text : [...text].slice(0, max).join('');
}

/** An address relative to the page becomes a whole one. */
function imageIn(address: string | undefined, page: URL): string | undefined {
  const url = address === undefined ? undefined : webUrl(address, page);
  return url && isOfTheWeb(url) && !url.username && !url.password ? url.href : undefined;
}
