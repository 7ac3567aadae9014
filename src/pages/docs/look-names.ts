/** What an owner may style: promises for ever. A test holds each list against the embeds' source. */

/** Custom properties of the styled message, with what they are set to when nobody sets them. */
export const customProperties: Record<string, { says: string; light: string; dark?: string }> = {
  accent: { says: 'Primary button, links, mark', light: '#0b5d4b', dark: '#63d3b1' },
  'accent-text': { says: 'Words on the primary button', light: '#fff', dark: '#05231b' },
  background: { says: 'The card', light: '#fff', dark: '#17221d' },
  text: { says: 'Words', light: '#14231d', dark: '#e7efea' },
  muted: { says: 'Words of second rank', light: '#48584f', dark: '#a9bab1' },
  border: { says: 'Lines and outlines', light: '#d6ddd5', dark: '#384840' },
  radius: { says: 'Corners of the card', light: '14px' },
  font: { says: 'Font family', light: 'system-ui, sans-serif' },
  size: { says: 'Font size', light: 'medium' },
  width: { says: 'The widest that the card gets', light: '34em' },
};

/** Parts for `::part()`; `primary` and `quiet` stand beside `button`. */
export const parts: Record<string, string> = {
  card: 'The message',
  mark: 'The small drawing',
  title: 'What has happened, or the question',
  text: 'A paragraph below the title',
  button: 'Every button, and the link to our site',
  primary: 'The button that is most wanted',
  quiet: 'A button that looks like a link',
  input: 'The fields for address and digits',
  problem: 'What is wrong with what was typed',
  details: '“What is sent”, folded',
};

/** Class names of the message without styles, after `manyhands-`: the parts, and what else can be styled. */
export const classNames: Record<string, string> = {
  ...parts,
  embed: 'Around everything; has lang, dir and data-theme',
  spoken: 'Read aloud when something changes; not for the eye',
  loading: 'The card before it is known what it says; not to be seen',
  line: 'The card when it is one line: credited, not credited, and so on',
  body: 'Everything in the card beside the mark',
  acts: 'The row of buttons',
  check: 'The label with the box “I am 16 or older”',
  code: 'The field for the six digits, beside input',
};
