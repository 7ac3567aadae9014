/** The pages of the documentation for project owners: their groups, and the pages in reading order. */

/** The groups of the pages, in reading order. */
export const docsGroups = {
  start: 'Start',
  customise: 'Customise',
  reference: 'Reference',
  trust: 'Trust',
} as const;

/** The pages, by group. */
export const docsTopics = [
  { name: '', group: 'start', title: 'For project owners', says: 'What this is, and which tier is for you.' },
  {
    name: 'bronze',
    group: 'start',
    title: 'Bronze',
    says: 'One script tag. The participant’s browser records.',
  },
  { name: 'silver', group: 'start', title: 'Silver', says: 'Your server records, with an API key.' },
  { name: 'gold', group: 'start', title: 'Gold', says: 'Participants authorize your site, with OAuth 2.' },
  {
    name: 'your-site',
    group: 'start',
    title: 'Your site',
    says: 'By platform: WordPress, React, Turbo and more. CSP, tag managers.',
  },
  {
    name: 'site-builders',
    group: 'start',
    title: 'Site builders',
    says: 'Squarespace, Wix, Webflow, Drupal, Google Tag Manager.',
  },
  {
    name: 'form-tools',
    group: 'start',
    title: 'Form tools',
    says: 'Qualtrics, Survey123, KoboToolbox, Google Forms, Typeform.',
  },
  { name: 'single-page-apps', group: 'start', title: 'Single-page apps', says: 'Plain, React and Vue.' },
  {
    name: 'headless',
    group: 'customise',
    title: 'Your own button',
    says: 'Your page asks; a small script records.',
  },
  {
    name: 'local-styles',
    group: 'customise',
    title: 'Your own styles',
    says: 'The same message, without styles.',
  },
  {
    name: 'apihelper',
    group: 'customise',
    title: 'A profile in your form',
    says: 'Fills a field with the visitor’s profile id.',
  },
  {
    name: 'finder',
    group: 'customise',
    title: 'Project finder',
    says: 'Projects of the directory on your page.',
  },
  {
    name: 'builder',
    group: 'customise',
    title: 'The builder',
    says: 'Makes every snippet, with a live preview.',
  },
  { name: 'look', group: 'customise', title: 'Look', says: 'Colours, corners, fonts and parts.' },
  {
    name: 'words',
    group: 'customise',
    title: 'Words',
    says: 'What to write near the message, languages, and your own text.',
  },
  {
    name: 'events',
    group: 'customise',
    title: 'Events and consent',
    says: 'Events for your page, and waiting for consent.',
  },
  {
    name: 'settings',
    group: 'reference',
    title: 'Settings',
    says: 'Every attribute, also in the script’s address.',
  },
  {
    name: 'webhooks',
    group: 'reference',
    title: 'Webhooks',
    says: 'Signed webhooks: what they say, and how to check them.',
  },
  {
    name: 'troubleshooting',
    group: 'reference',
    title: 'Troubleshooting',
    says: 'Every line in the console, and its remedy.',
  },
  {
    name: 'privacy',
    group: 'trust',
    title: 'Privacy and safety',
    says: 'What is stored, and what a page can do.',
  },
  {
    name: 'security',
    group: 'trust',
    title: 'Security testing',
    says: 'Attacks on the service, and what protects against them.',
  },
] as const;

/** The pages of the API reference besides those of the operations. `anchors`: see `ApiDocsPage`. */
export const apiChapters = [
  {
    name: 'basics',
    title: 'Basics',
    says: 'Keys, bodies, times, replies, retries and limits.',
    anchors: ['basics'],
  },
  {
    name: 'authorization',
    title: 'Authorization (OAuth 2)',
    says: '`/authorize` and `/token`: what they take, and what they answer.',
    anchors: ['authorization'],
  },
  {
    name: 'hashing',
    title: 'Hashing an address',
    says: 'How to send a digest in place of an email address.',
    anchors: ['hashing', 'second-profiles'],
  },
  {
    name: 'clients',
    title: 'Generated clients',
    says: 'What generators make of the OpenAPI document, and what it does not say.',
    anchors: ['clients'],
  },
  {
    name: 'errors',
    title: 'Error codes',
    says: 'Every code, with what to do.',
    anchors: ['errors'],
  },
] as const;

export type DocsTopic = (typeof docsTopics)[number]['name'];
