/** Every attribute of every embed, from the rows that the embeds themselves read; this file adds only the meaning. */
import { ownEntry } from '../contract/fields/own-entry.ts';
import { apihelperSettings } from './apihelper.ts';
import { confirmationSettings } from './confirmation-message.ts';
import { finderSettings } from './finder.ts';
import { headlessSettings } from './headless.ts';

const embeds = {
  message: confirmationSettings,
  headless: headlessSettings,
  helper: apihelperSettings,
  finder: finderSettings,
};

type AttributeName = { [Embed in keyof typeof embeds]: keyof (typeof embeds)[Embed] }[keyof typeof embeds];

/** The first sentence stands alone in the builder. Text between backticks is code. */
const meanings: Record<AttributeName, string> = {
  mode: '`passive` or `gold`: your server records, the message does not. `gold` if participants authorize your site: with a `participant_token` the message then says that the contribution is credited. Otherwise it does not tell you who has a profile.',
  project_id:
    'The project: the number on its Tools tab. Required in bronze and for your own button. In passive mode and for the form helper it may be left out if the page’s origin is registered for one project only.',
  participation:
    'What the participant did: data collection, classification or transcription, or joining the project. Without it: `collection`.',
  type: 'The earlier name of `data-participation`, still read. Consent managers such as Klaro write their own values there; these are not read.',
  event_id: 'Your own number of the submission. Each is credited once, however often the page is opened.',
  duration: 'How long it took, in seconds.',
  magnitude: 'What this contribution counts for, as you define it.',
  where: 'Where it happened: a point as WKT, `POINT(10.02 53.57)`, or as GeoJSON. Longitude comes first.',
  extra: 'Anything else to store with it, preferably JSON. At most 65,536 bytes.',
  participant:
    'Silver and gold: the `participant_token` of the look-up. It says whose contribution the page is about.',
  lang: 'The language, as a BCP 47 tag such as `de` or `pt-BR`. Without it: the closest `lang` of the page, then the browser’s language.',
  theme:
    'Light or dark. Without it, the embed follows your page: its `color-scheme`, otherwise the colour behind it.',
  'when-declined':
    'After a refusal: one small line with a way back, or nothing. At later visits the line keeps its room, so that nothing moves; hide gives the room back as the page loads.',
  consent: '`required`: no request before your page allows it; see events and consent.',
  target: 'A CSS selector: it is drawn at the end of that element instead of at the script.',
  placement:
    '`corner`: over the bottom corner of the window, where the message needs no room; it can be closed, and is not printed.',
  profile: 'A CSS selector of the field that gets the visitor’s profile id.',
  'profile-token': 'A CSS selector of a field that gets a signed assertion, valid for 24 hours.',
  ask: '`none`: the helper shows no button. For pages that have the confirmation message.',
  trigger: 'A CSS selector of your own control: a click on it credits the contribution.',
  widget:
    'The number of a saved widget. Its settings come from the builder and can change without a new snippet; other attributes only fill what it leaves open.',
  projects:
    'These projects in this order, by their Project IDs with commas between them, and no search. A single one is a card for that project.',
  q: 'Search words. Visitors find them in the field, and can change them.',
  topic: 'Only projects of this topic, as in the finder.',
  activity: 'Only projects with this activity, as in the finder.',
  near: 'Projects around this place: its name, a US postcode, or `51.5, -0.12`.',
  region: 'Only projects in a country or US state, by name or code (`KE`, `US-WA`), or in a UN region.',
  organisation: 'Only projects of this organisation, by its full name.',
  audience: 'Only projects for these people, as in the finder.',
  language: 'Only projects that people can take part in in this language.',
  form: 'Whether visitors can search with words of their own. Your other settings stay in force.',
  'near-me':
    '`offer`: a button for projects around the visitor. The browser asks them first; about a kilometre is as exact as it is sent.',
  header: '`hide`: no heading. Screen readers still hear it.',
  title: 'Your own heading.',
  layout: 'One below the other, cards side by side, or names only. Each is as high on every screen.',
  pictures: '`hide`: no pictures. They load when they come into view.',
  limit: 'How many projects at once, from 1 to 24. Their room is kept, so choose no more than there are.',
};

/** The first sentence of what an attribute means. */
export const summaryOf = (name: string): string =>
  (ownEntry(meanings, name) ?? '').split(/(?<=\.)\s/)[0] ?? '';

/** The attributes in reading order, each with the embeds that take it. */
export const attributes = (Object.keys(meanings) as AttributeName[]).map((name) => {
  const takenBy = (Object.keys(embeds) as (keyof typeof embeds)[]).filter((embed) => name in embeds[embed]);
  const { wants, values, fallback } = Object.assign({}, ...takenBy.map((embed) => embeds[embed]))[name] as {
    wants: string;
    values?: readonly string[];
    fallback?: string;
  };
  return { name, says: meanings[name], takenBy, wants, values, fallback };
});
