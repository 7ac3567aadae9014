/**
 * Unicode normalization in linear time. `String.prototype.normalize` sorts the combining marks after a letter by
 * insertion sort: 20,000 marks in a hostile order block the event loop for two seconds.
 */

/** Marks per letter that the Stream-Safe Text Format allows (UAX 15): more than a letter of any script has. */
const maxMarks = /(\p{M}{30})\p{M}+/gu;

/** ASCII is the same in every form. */
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** Normalizes a text. Only the first thirty marks after a letter count. */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  isAscii(text) ? text : text.replace(maxMarks, '$1').normalize(form);
