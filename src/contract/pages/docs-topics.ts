/** The pages of the documentation for project owners, in reading order. */
export const docsTopics = [
  { name: '', title: 'For project owners', says: 'What this is, and which tier is for you.' },
  { name: 'bronze', title: 'Bronze', says: 'One script tag. The participant’s browser records.' },
  { name: 'silver', title: 'Silver', says: 'Your server records, with an API key.' },
  { name: 'gold', title: 'Gold', says: 'Participants authorize your site, with OAuth 2.' },
  { name: 'headless', title: 'Your own button', says: 'Your page asks; a small script records.' },
  { name: 'local-styles', title: 'Your own styles', says: 'The same message, without styles.' },
  {
    name: 'apihelper',
    title: 'A profile in your form',
    says: 'Fills a field with the visitor’s profile id.',
  },
  { name: 'finder', title: 'Project finder', says: 'Projects of the directory on your page.' },
  { name: 'builder', title: 'The builder', says: 'Makes every snippet, with a live preview.' },
  { name: 'settings', title: 'Settings', says: 'Every attribute, also in the script’s address.' },
  { name: 'look', title: 'Look', says: 'Colours, corners, fonts and parts.' },
  { name: 'events', title: 'Events and consent', says: 'Events for your page, and waiting for consent.' },
  { name: 'words', title: 'Words', says: 'What to write near the message, languages, and your own text.' },
  {
    name: 'your-site',
    title: 'Your site',
    says: 'By platform: WordPress, React, Turbo and more. CSP, tag managers.',
  },
  {
    name: 'site-builders',
    title: 'Site builders',
    says: 'Squarespace, Wix, Webflow, Drupal, Google Tag Manager.',
  },
  {
    name: 'form-tools',
    title: 'Form tools',
    says: 'Qualtrics, Survey123, KoboToolbox, Google Forms, Typeform.',
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    says: 'Signed webhooks: what they say, and how to check them.',
  },
  { name: 'single-page-apps', title: 'Single-page apps', says: 'Plain, React and Vue.' },
  { name: 'privacy', title: 'Privacy and safety', says: 'What is stored, and what a page can do.' },
  {
    name: 'security',
    title: 'Security testing',
    says: 'Attacks on the service, and what protects against them.',
  },
  { name: 'troubleshooting', title: 'Troubleshooting', says: 'Every line in the console, and its remedy.' },
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
