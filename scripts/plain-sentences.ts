/**
 * The lint rule `house/plain-sentences`: no sentence of a comment begins with a relative clause without a noun ("Who
 * listens is told of …", "What was typed stays") or with "Of …", because its reader must find out what it is about; and
 * no comment has a word that the plain-words guide replaces.
 */
import type { Rule } from 'eslint';

const headless =
  /^(?:who|whom|whose|whoever|what|whatever|whichever|so (?:many|much|few)|of|nor|else|lest)\b/i;

/** In their place: "receives" or "is called with", "again", "next to" or "besides". */
const quaint = /\b(?:hears|anew|beside)\b/gi;

/** The sentences of a text that begin so. A question may, and so may a label, which ends without a stop. */
export const headlessIn = (text: string): string[] =>
  text
    .split(/(?<=[.!?;]) /)
    .map((sentence) => sentence.replace(/^\*\*/, ''))
    .filter((sentence) => headless.test(sentence) && /[.!;]\**$/.test(sentence));

/** The text of a comment without the stars at the beginnings of its lines; paragraphs and list items are apart. */
export const proseOf = (comment: string): string[] =>
  comment
    .replace(/^\*/, '')
    .replace(/^[ \t]*\*[ \t]?/gm, '')
    .split(/\n[ \t]*\n|\n(?=[ \t]*[-@])/)
    .map((part) => part.replace(/\s+/g, ' ').trim());

export const plainSentences: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    messages: {
      headless: 'Begin with the subject: "{{sentence}}"',
      quaint: 'Use a plainer word than "{{word}}".',
    },
    schema: [],
  },
  create: ({ sourceCode, report }) => ({
    Program() {
      // Line comments below each other are one text.
      const texts: { value: string; loc: NonNullable<(typeof sourceCode.ast.comments)[number]['loc']> }[] =
        [];
      for (const { type, value, loc } of sourceCode.getAllComments()) {
        if (!loc) continue;
        const last = texts.at(-1);
        const goesOn = type === 'Line' && last?.loc.end.line === loc.start.line - 1;
        if (last && goesOn) {
          last.value += ` ${value.trim()}`;
          last.loc = { start: last.loc.start, end: loc.end };
        } else texts.push({ value: type === 'Line' ? value.trim() : value, loc });
      }
      for (const { value, loc } of texts) {
        for (const sentence of proseOf(value).flatMap(headlessIn))
          report({ loc, messageId: 'headless', data: { sentence } });
        for (const [word] of value.matchAll(quaint)) report({ loc, messageId: 'quaint', data: { word } });
      }
    },
  }),
};
