/** Text that is shown in one line, next to other words. */

/** A text of an owner on one line of a mail: it cannot imitate our own text there, or begin a header. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/^(.{200}).+/u, '$1');

// Line breaks and other control characters; marks that change the direction of the text after them.
const breaking = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** A text from a form with its line breaks as spaces; any other value unchanged. */
export const formLine = (given: unknown): unknown =>
  typeof given === 'string' ? given.replace(breaking, ' ') : given;
