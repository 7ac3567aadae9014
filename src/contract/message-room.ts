/** The room that the snippets keep for the message, so that nothing below moves when it comes. */

/** The highest that the question gets in a column as wide as the page: lower where lines are longer. */
export const messageHeight = 'clamp(20em, 41em - 50vw, 31em)';

/** A script tag in the room for what it draws. */
export const inItsRoom = (scriptTag: string) =>
  `<div style="min-height: ${messageHeight}">\n${scriptTag.replace(/^/gm, '  ')}\n</div>`;
