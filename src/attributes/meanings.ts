/** Every attribute of every embed, from the rows that the embeds themselves read; this file adds only the meaning. */
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

/**
 * The meaning of each beyond the sentence that the builder shows, which is in `builder` of src/ui/words.
 * Text between backticks is code.
 */
const further: Record<AttributeName, string> = {
  mode: '`gold` if participants authorize your site: with a `participant_token` the message then says that the contribution is credited. Otherwise it does not tell you who has a profile.',
  project_id:
    'Required in bronze and for your own button. In passive mode and for the form helper it may be left out if the page’s origin is registered for one project only.',
  participation: 'Without it: `collection`.',
  type: 'The earlier name of `data-participation`, still read. Consent managers such as Klaro write their own values there; these are not read.',
  event_id: 'Each is credited once, however often the page is opened.',
  duration: '',
  magnitude: '',
  where: 'Longitude comes first.',
  extra: 'At most 65,536 bytes.',
  participant: 'It says whose contribution the page is about.',
  lang: 'Without it: the closest `lang` of the page, then the browser’s language.',
  theme: 'Without it, the embed follows your page: its `color-scheme`, otherwise the colour behind it.',
  'when-declined':
    'At later visits the line keeps its room, so that nothing moves; hide gives the room back as the page loads.',
  consent: '',
  target: '',
  placement: '',
  profile: '',
  'profile-token': '',
  ask: 'For pages that have the confirmation message.',
  trigger: '',
  widget:
    'The number of a saved widget. Its settings come from the builder and can change without a new snippet; other attributes only fill what it leaves open.',
  projects: 'A single one is a card for that project.',
  q: 'Visitors find them in the field, and can change them.',
  topic: '',
  activity: '',
  near: '',
  region: '',
  organisation: '',
  audience: '',
  programme: 'The number in the address of its page.',
  language: '',
  form: 'Your other settings stay in force.',
  'near-me': 'The browser asks them first; about a kilometre is as exact as it is sent.',
  header: 'Screen readers still hear it.',
  title: '',
  layout: 'Each is as high on every screen.',
  pictures: 'They load when they come into view.',
  limit: 'Their room is kept, so choose no more than there are.',
};

/** The attributes in reading order, each with the embeds that take it. */
export const attributes = (Object.keys(further) as AttributeName[]).map((name) => {
  const takenBy = (Object.keys(embeds) as (keyof typeof embeds)[]).filter((embed) => name in embeds[embed]);
  const { wants, values, fallback } = Object.assign({}, ...takenBy.map((embed) => embeds[embed]))[name] as {
    wants: string;
    values?: readonly string[];
    fallback?: string;
  };
  return { name, further: further[name], takenBy, wants, values, fallback };
});
