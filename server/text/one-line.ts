/** Text that is shown in one line, next to other words. */

/**
 * A text of an owner on one line of a mail: it cannot imitate our own text there, or begin a header. With bidi isolation,
 * it cannot reverse the sentence.
 */
export const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').replace(/^(.{200}).+/u, '$1');
  return /[\u0590-\u08ff]/.test(line) ? `\u2068${line}\u2069` : line;
};

// Line breaks and other control characters; marks that change the direction of the text after them.
const breaking = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** A text from a form with its line breaks as spaces. */
export const formLine = (text: string): string => text.replace(breaking, ' ');
