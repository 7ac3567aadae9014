/** The directory for search engines and feed readers: robots.txt, sitemap.xml and the feed of new projects. */
import { feedPath } from '../../src/contract/pages/feed-path.ts';
import type { PageAnswer, PageHandlers } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { feedOf, maxEntries } from './feed.ts';
import { perPart, sitemapIndex, sitemapPart } from './sitemap.ts';
import type { DirectoryStore } from './store.ts';

/**
 * Searches of more than one choice are endless combinations of the same projects; a search by topic is a page worth
 * finding. Forms and personal pages say `noindex` themselves.
 */
const unwanted = [
  ...['/finder?*&', '/finder?q=', '/finder?phrase=', '/finder?url=', '/finder?near=', '/finder?box='],
  ...['/builder?', '/builder/check?', '/docs/*?', '/api/', '/embed/', '/confirm/', '/dev/', '/demo/'],
];

const robotsText = (baseUrl: string): string =>
  `User-agent: *
${unwanted.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${baseUrl}/sitemap.xml
`;

type DirectoryNaming = {
  baseUrl: string;
  serviceName: string;
  /** The path of a project's page. */
  pathOf: (id: number, name: string) => string;
};

/** New projects are found within the hour. */
const headers = { 'Cache-Control': 'public, max-age=3600' };

const xml = (content: string, type = 'application/xml; charset=utf-8'): PageAnswer => ({
  content,
  type,
  headers,
});

export function directoryPages(store: DirectoryStore, naming: DirectoryNaming): PageHandlers {
  const { baseUrl, pathOf } = naming;
  const partsNow = async () => Math.max(1, Math.ceil((await store.count()) / perPart));
  const partOf = async (part: number) =>
    xml(sitemapPart(baseUrl, part, await store.listed((part - 1) * perPart, perPart), pathOf));
  return {
    'GET /robots.txt': () => ({
      content: robotsText(baseUrl),
      type: 'text/plain; charset=utf-8',
      headers,
    }),
    'GET /sitemap.xml': async () => {
      const parts = await partsNow();
      return parts === 1 ? partOf(1) : xml(sitemapIndex(baseUrl, parts));
    },
    'GET /sitemap-:part.xml': async ({ params: { part = '' } }) => {
      if (!/^[1-9]\d{0,3}$/.test(part) || Number(part) > (await partsNow()))
        throw new Refusal('not_found', 'The sitemap has no such part.');
      return partOf(Number(part));
    },
    [`GET ${feedPath}`]: async ({ now, query }) => {
      const lang = /^[a-z]{2,3}$/.exec(query['lang'] ?? '')?.[0];
      const entries = {
        projects: await store.newest(maxEntries, lang),
        outcomes: await store.newestOutcomes(maxEntries, lang),
      };
      return xml(feedOf(entries, naming, { now, lang }), 'application/atom+xml; charset=utf-8');
    },
  };
}
