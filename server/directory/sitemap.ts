/** The sitemap (sitemaps.org, 0.9): one file, or an index of parts where there are too many projects for one. */
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import { docsTopics } from '../../src/contract/pages/docs-topics.ts';
import type { ListedProject } from './store.ts';
import { xmlDocument, xmlElement } from './xml.ts';

/**
 * Projects in one part. The protocol allows 50,000 addresses; a part of that size would block the event loop for a
 * quarter of a second, and one of 5,000 is sent within 40 ms.
 */
export const perPart = 5_000;

const namespace =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

const day = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Pages that are the same whatever is in the directory. */
const fixedPaths = (): string[] => [
  ...['/', '/finder', '/builder', '/docs/api'],
  ...docsTopics.map(({ name }) => (name === '' ? '/docs' : `/docs/${name}`)),
  ...topics.map(({ name }) => `/finder?${new URLSearchParams({ topic: name })}`),
];

export const sitemapIndex = (baseUrl: string, parts: number): string =>
  xmlDocument(
    `<sitemapindex ${namespace}>${Array.from(
      { length: parts },
      (_, at) => `\n<sitemap>${xmlElement('loc', `${baseUrl}/sitemap-${at + 1}.xml`)}</sitemap>`,
    ).join('')}\n</sitemapindex>`,
  );

/** The first part also has the pages that are always there. */
export function sitemapPart(
  baseUrl: string,
  part: number,
  projects: ListedProject[],
  pathOf: (id: number, name: string) => string,
): string {
  const fixed = part === 1 ? fixedPaths().map((path) => xmlElement('loc', baseUrl + path)) : [];
  const listed = projects.map(({ id, name, updatedAt, translations }) => {
    const address = baseUrl + pathOf(id, name);
    // Codes of two or three letters, and an address of ours: nothing to escape.
    const others = translations.map(
      (code) => `<xhtml:link rel="alternate" hreflang="${code}" href="${address}?lang=${code}"/>`,
    );
    return xmlElement('loc', address) + xmlElement('lastmod', day(updatedAt)) + others.join('');
  });
  const urls = [...fixed, ...listed].map((url) => `\n<url>${url}</url>`);
  return xmlDocument(`<urlset ${namespace}>${urls.join('')}\n</urlset>`);
}
