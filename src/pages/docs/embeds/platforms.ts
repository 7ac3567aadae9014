/** The form to put into each kind of site, and what was tried there: test/sites runs each row that says so. */
import { consentManagers } from '../../../embed-code/consent-managers.ts';

export type Platform = { name: string; what: string; tried: string };

const snippet = 'The snippet.';
const link = 'The link alone.';
const journey =
  'visited, left, back, forward, visited again and reloaded: one message, each visit recorded once';
const component =
  'rendered by the server, hydrated, unmounted, back and forward, reloaded; the listener is called';

export const platforms: Platform[] = [
  {
    name: 'WordPress, administrator',
    what: 'The snippet, in a Custom HTML block or in the classic editor’s Text tab. Editors keep it too, except in a multisite.',
    tried: 'WordPress 6.1, both forms: shown, and recorded once. The snippet survives saving.',
  },
  {
    name: 'WordPress, author or contributor',
    what: 'The link. WordPress removes the script when they save; the link of the snippet stays.',
    tried: 'WordPress 6.1: of the snippet the link is left, and leads to the confirmation.',
  },
  {
    name: 'WordPress, the confirmation of a form plugin',
    what: 'A thank-you page, or the plugin’s confirmation text if it keeps scripts. A box that waits hidden credits nothing until it is shown.',
    tried: 'Boxes that are hidden, folded, transparent, out of view; no plugin by name.',
  },
  {
    name: 'Drupal',
    what: 'The snippet, in a text format without the HTML filter (“Full HTML”); elsewhere the link.',
    tried:
      'Not tried: there is no package of it that tests can install. Its text formats keep or remove scripts as WordPress does, and the link stays in all of them.',
  },
  {
    name: 'Markdown, forums, comments, mails',
    what: 'The link, as HTML, as Markdown, or as the bare address: the builder has all three.',
    tried: 'The link of each snippet, without the script.',
  },
  { name: 'MDX', what: 'The React component.', tried: 'As React.' },
  {
    name: 'React',
    what: 'The component of `manyhands-client`, or the element as in “Single-page apps”. Never the script with settings in JSX: React 19 moves it to the head.',
    tried: `React 19 in strict mode: ${component}.`,
  },
  {
    name: 'Next.js',
    what: 'The React component; it is a client component.',
    tried:
      'As React. By hand in Next.js 16, prerendered: credited, left, back, reloaded and visited again; the listener is called.',
  },
  { name: 'Preact', what: 'The component of `manyhands-client`.', tried: `Preact 11: ${component}.` },
  {
    name: 'Vue',
    what: 'The component of `manyhands-client`. On pages that Vue takes as its template, the snippet.',
    tried: `Vue 3: ${component}. Mounted over a page with the snippet: still one message and one contribution.`,
  },
  { name: 'Nuxt', what: 'The Vue component.', tried: 'As Vue; not in Nuxt itself.' },
  {
    name: 'Svelte, SvelteKit',
    what: 'The component of `manyhands-client`.',
    tried: `Svelte 5: ${component}; not in SvelteKit.`,
  },
  {
    name: 'Astro, Eleventy',
    what: 'The snippet. In an Astro page write `is:inline` into the script tag, so that Astro leaves it alone.',
    tried: `Eleventy 3, the snippet in Markdown: ${journey}. Astro 7 was built by hand, from its own pages and from Markdown: the snippet stays as it is, also without \`is:inline\`.`,
  },
  {
    name: 'Turbo (Rails)',
    what: snippet,
    tried: `Turbo 8, with and without its cache of pages: ${journey}; previews show and record nothing.`,
  },
  { name: 'htmx (Django)', what: snippet, tried: `htmx 2, boosted links: ${journey}.` },
  { name: 'Swup', what: 'The snippet, with Swup’s Scripts plugin.', tried: `Swup 4: ${journey}.` },
  {
    name: 'Tag managers',
    what: 'The settings in the script’s address, and a place in the page: see below. A hidden wrapper credits nothing.',
    tried: 'Dropped attributes, and insertion at the end of the page; no manager by name.',
  },
  {
    name: 'Frames',
    what: 'The snippet, in a page of the frame’s own or in `srcdoc`. A sandbox needs the words below.',
    tried: '`srcdoc`: credited by itself, and by “Credit me”.',
  },
  {
    name: 'Shadow roots',
    what: 'The snippet in declarative shadow roots; the element if a script writes the HTML, since scripts in `innerHTML` never run.',
    tried: 'A declarative shadow root, open: shown, and recorded once.',
  },
  {
    name: 'Narrow places',
    what: 'The snippet. The message is at least 220 pixels wide and does not break in columns.',
    tried:
      '15 surroundings, among them grids and table cells as narrow as their words, columns, zoom, right to left.',
  },
  {
    name: 'Light-only and dark-only sites',
    what: 'The snippet: the message follows the page. `data-theme="light"` or `"dark"` decides otherwise.',
    tried: 'Light, dark and mixed pages, with a system that prefers the other.',
  },
  {
    name: 'Consent managers',
    what: `The script in the form of ${consentManagers.map(({ name }) => name).join(', ')}: see “Waiting for consent”. With another, \`data-consent="required"\`, and the event \`manyhands:consent\` when the visitor agrees.`,
    tried: 'Klaro 0.7 and CookieConsent 3, as packages; the others by their documentation.',
  },
  { name: 'No JavaScript', what: link, tried: 'The link of each snippet leads to the confirmation.' },
];
