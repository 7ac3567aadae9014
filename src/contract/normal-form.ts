/**
 * Unicode normalization in linear time. `String.prototype.normalize` sorts the combining marks after a letter with an
 * insertion sort: 20,000 marks in a hostile order hold the event loop for two seconds.
 */

/** What the Stream-Safe Text Format allows (UAX 15): more than any script's letter has. */
const mostMarks = /(\p{M}{30})\p{M}+/gu;

/** The text in a normal form; of the marks after a letter only the first thirty count. */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(mostMarks, '$1').normalize(form);
