/** Libraries that fetch the next page and put it in the place of this one, with the snippet on each thank-you page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as VueModule from 'vue';
import { root } from '../../scripts/built.ts';
import { documentOf, type Site } from './visited-sites.ts';

export const fromPackage = (path: string) => readFileSync(join(root, 'node_modules', path), 'utf8');

/** Three pages that lead to each other. The message is further down than the window is high. */
const pageOf = (path: string, snippet: string) => {
  const links = '<nav><a href="thanks">Thanks</a> <a href="other">Other</a></nav>';
  const below =
    path === 'thanks' ? `<div style="height: 2000px"></div>${snippet}<p id="after">Words</p>` : '';
  return `<main id="swup" class="transition-none"><h1>The page ${path || 'start'}</h1>${links}${below}</main>`;
};

type More = { attributes?: string; head?: string; file?: string };

const swapping = (name: string, script: string, { attributes = '', head = '', file }: More = {}): Site => ({
  name,
  answer: (path, snippet) =>
    path === 'library.js'
      ? script
      : documentOf(
          pageOf(path, file === undefined ? snippet : snippet.replace(/recordevent_with_\w+/, file)),
          `<script src="/${name}/library.js" defer></script>${head}`,
        ).replace('<body>', `<body ${attributes}>`),
});

const turbo = fromPackage('@hotwired/turbo/dist/turbo.es2017-umd.js');
const htmx = fromPackage('htmx.org/dist/htmx.js');

/** Vue takes the page's HTML as its template, including what scripts have drawn there, and builds all of it again. */
const vueOverThePage: Site = {
  ...swapping('vue-over-the-page', fromPackage('vue/dist/vue.global.js')),
  later: (page) =>
    page.evaluate(() => {
      const { Vue } = window as unknown as { Vue: typeof VueModule };
      const app = Vue.createApp({});
      app.config.compilerOptions.isCustomElement = (tag) => tag.startsWith('manyhands-');
      app.mount('main');
    }),
};

export const swappingLibraries: Site[] = [
  vueOverThePage,
  swapping('plain', ''),
  swapping('turbo', turbo),
  swapping('turbo-without-its-cache', turbo, {
    head: '<meta name="turbo-cache-control" content="no-cache">',
  }),
  swapping('htmx', htmx, { attributes: 'hx-boost="true"' }),
  // Its drawing is in the page itself, and is put back with it.
  swapping('htmx-with-own-styles', htmx, {
    attributes: 'hx-boost="true"',
    file: 'recordevent_local_styles',
  }),
  swapping(
    'swup',
    // Scripts of the new page run only if the site sees to it, as Swup's own plugin for that does.
    `${fromPackage('swup/dist/Swup.umd.js')}
    new Swup({ animationSelector: false }).hooks.on('content:replace', () => {
      for (const script of document.querySelectorAll('body script')) {
        const copy = document.createElement('script');
        for (const { name, value } of script.attributes) copy.setAttribute(name, value);
        copy.textContent = script.textContent;
        script.replaceWith(copy);
      }
    });`,
  ),
];
