/** The space that the snippets reserve for the message, so that nothing below it moves when it appears. */

/**
 * The height of the question in a column as wide as the page, in the longest of the six languages and in a wide font
 * (DejaVu Sans, the default on Debian; Verdana is as wide): owners cannot know which font a reader has.
 */
export const messageHeight = 'clamp(24em, 52.5em - 75vw, 40em)';

/** A script tag inside the reserved space. */
export const inItsRoom = (scriptTag: string) =>
  `<div style="min-height: ${messageHeight}">\n${scriptTag.replace(/^/gm, '  ')}\n</div>`;
