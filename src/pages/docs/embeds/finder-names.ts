/** The parts and events of the finder; they are kept for ever. A test compares each list with the finder's source. */

/** Parts for `::part()`; `primary` and `quiet` come in addition to `button`. */
export const finderParts: Record<string, string> = {
  box: 'Everything',
  heading: 'The heading',
  input: 'The field for words',
  button: 'Every button',
  primary: 'The button that searches',
  quiet: 'A button that looks like a link: near me',
  count: 'How many projects there are',
  results: 'Around the projects',
  project: 'One project',
  picture: 'Its picture, or the mark in its place',
  title: 'Its name, a link',
  organisation: 'Whose it is',
  description: 'What it is about',
  facts: 'Status, distance and place',
  note: 'In place of projects: none found, slow, or failed',
  all: 'The link to the directory',
};

export const finderEvents: Record<string, { when: string; detail: string }> = {
  searched: { when: 'A search of the visitor has brought its results', detail: '{ q, total }' },
  opened: { when: 'The visitor opens a project', detail: '{ project_id }' },
};
