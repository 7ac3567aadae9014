/** A site that Eleventy generates from Markdown, with the snippet in the Markdown of its thank-you page. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Eleventy } from '@11ty/eleventy';
import { watchOver } from '../set-up/watch-over.ts';
import { documentOf, type Site } from './visited-sites.ts';

/** The message is further down than the window is high. */
const markdownOf = (name: string, snippet: string) =>
  [
    '---\nlayout: page.njk\n---',
    `# The page ${name || 'start'}`,
    '[Thanks](thanks) and [Other](other)',
    ...(name === 'thanks' ? ['<div style="height: 2000px"></div>', snippet, '<p id="after">Words</p>'] : []),
  ].join('\n\n');

export async function eleventySite(snippet: string): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-eleventy-'));
  watchOver(folder);
  const eleventy = new Eleventy(folder, join(folder, '_site'), {
    quietMode: true,
    config: (settings) => {
      settings.addTemplate('_includes/page.njk', documentOf('{{ content | safe }}'));
      for (const name of ['', 'thanks', 'other'])
        settings.addTemplate(`${name || 'index'}.md`, markdownOf(name, snippet));
    },
  });
  const pages = await eleventy.toJSON();
  return {
    name: 'eleventy',
    answer: (path) =>
      pages.find(({ url }) => url === (path === '' ? '/' : `/${path}/`))?.content ?? 'no page',
  };
}
