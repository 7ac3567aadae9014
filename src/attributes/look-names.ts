/** The names that owners may style; they are kept for ever. A test compares each list with the embeds' source. */

/** Custom properties of the styled message, with their defaults; `builder` of src/ui/words says what each sets. */
export const customProperties: Record<string, { light: string; dark?: string }> = {
  accent: { light: '#0b5d4b', dark: '#63d3b1' },
  'accent-text': { light: '#fff', dark: '#05231b' },
  background: { light: '#fff', dark: '#17221d' },
  text: { light: '#14231d', dark: '#e7efea' },
  muted: { light: '#48584f', dark: '#a9bab1' },
  border: { light: '#d6ddd5', dark: '#384840' },
  radius: { light: '14px' },
  font: { light: 'system-ui, sans-serif' },
  size: { light: 'medium' },
  width: { light: '34em' },
};

/** Parts for `::part()`; `primary` and `quiet` come in addition to `button`. */
export const parts: Record<string, string> = {
  card: 'The message',
  mark: 'The small drawing',
  title: 'What has happened, or the question',
  project: 'The name of the project, below the title',
  text: 'A paragraph below the title',
  button: 'Every button, and the link to our site',
  primary: 'The primary button',
  quiet: 'A button that looks like a link',
  input: 'The fields for the email address and the digits',
  problem: 'The error message for a field',
  details: 'What “What is sent?” and “Read more” unfold',
};

/** Class names of the message without styles, after `manyhands-`: the parts, and further ones. */
export const classNames: Record<string, string> = {
  ...parts,
  embed: 'Around everything; has lang, dir and data-theme',
  spoken: 'Announced by screen readers when something changes; to be hidden visually',
  loading: 'The card before its text has loaded; to be hidden',
  line: 'The card when it is an answer: credited, not credited, and so on',
  compact: 'The card before a click: as high as the room of the snippet',
  natural: 'The card from the first click on: as high as what it shows',
  small: 'The card after a refusal, when it needs one line',
  body: 'Everything in the card except the mark',
  below: 'What the card holds below its title after a tap',
  head: 'Title, project and text',
  acts: 'A row of buttons',
  further: 'The second row, of quiet choices, in addition to acts',
  label: 'The words on a button',
  close: 'The button that closes a message in the corner',
  check: 'The label with the box “I am 16 or older”',
  code: 'The field for the six digits, in addition to input',
};
