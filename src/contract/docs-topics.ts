/** The pages of the documentation for project owners, in reading order. */
export const docsTopics = [
  { name: '', title: 'For project owners', says: 'What this is, and which way is for you.' },
  { name: 'bronze', title: 'Bronze', says: 'One script tag. The participant’s browser records.' },
  { name: 'silver', title: 'Silver', says: 'Your server records, with an API key.' },
  { name: 'gold', title: 'Gold', says: 'Participants authorize your site. Not in this version yet.' },
  { name: 'headless', title: 'Your own button', says: 'You draw the question; a small script records.' },
  { name: 'local-styles', title: 'Your own styles', says: 'The same message, without a style of ours.' },
  {
    name: 'apihelper',
    title: 'A profile in your form',
    says: 'Fills a field with the visitor’s profile id.',
  },
  { name: 'settings', title: 'Settings', says: 'Every attribute, and settings by address.' },
  { name: 'look', title: 'Look', says: 'Colours, corners, fonts and parts.' },
  { name: 'events', title: 'Events and consent', says: 'What your page hears, and how it can hold back.' },
  { name: 'words', title: 'Words', says: 'What to write near it, languages, and words of your own.' },
  { name: 'your-site', title: 'Your site', says: 'CSP, pinned copies, WordPress, tag managers.' },
  { name: 'single-page-apps', title: 'Single-page apps', says: 'Plain, React and Vue.' },
  { name: 'privacy', title: 'Privacy and safety', says: 'What is stored, and what a page can do.' },
  { name: 'security', title: 'What was tried', says: 'Attacks on the service, and what holds them.' },
  { name: 'troubleshooting', title: 'Troubleshooting', says: 'Every line in the console, and its remedy.' },
] as const;

export type DocsTopic = (typeof docsTopics)[number]['name'];
