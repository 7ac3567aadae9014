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
  { name: '', group: 'start', title: 'For project owners' },
  { name: 'bronze', group: 'start', title: 'Bronze' },
  { name: 'silver', group: 'start', title: 'Silver' },
  { name: 'gold', group: 'start', title: 'Gold' },
  { name: 'your-site', group: 'start', title: 'Your site' },
  { name: 'site-builders', group: 'start', title: 'Site builders' },
  { name: 'form-tools', group: 'start', title: 'Form tools' },
  { name: 'single-page-apps', group: 'start', title: 'Single-page apps' },
  { name: 'headless', group: 'customise', title: 'Your own button' },
  { name: 'local-styles', group: 'customise', title: 'Your own styles' },
  { name: 'apihelper', group: 'customise', title: 'A profile in your form' },
  { name: 'finder', group: 'customise', title: 'Project finder' },
  { name: 'builder', group: 'customise', title: 'The builder' },
  { name: 'look', group: 'customise', title: 'Look' },
  { name: 'words', group: 'customise', title: 'Words' },
  { name: 'events', group: 'customise', title: 'Events and consent' },
  { name: 'settings', group: 'reference', title: 'Settings' },
  { name: 'webhooks', group: 'reference', title: 'Webhooks' },
  { name: 'troubleshooting', group: 'reference', title: 'Troubleshooting' },
  { name: 'programmes', group: 'trust', title: 'Programmes and awards' },
  { name: 'groups', group: 'trust', title: 'Groups and classes' },
  { name: 'badges', group: 'trust', title: 'Certificates and badges' },
  { name: 'privacy', group: 'trust', title: 'Privacy and safety' },
  { name: 'security', group: 'trust', title: 'Security testing' },
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
