/** The space that the snippets reserve for the message, so that nothing below it moves when it appears. */

/**
 * The height of the message before a click, in any language, font, font size and width: its own layout holds it
 * (widgets/confirmation-message/style.css). The message gives the room back where it needs less.
 */
export const messageHeight = '200px';

/** The style of the room. The message has no margin of its own, which could move what is around it. */
export const roomStyle = `min-height: ${messageHeight}; margin: 1em 0`;

/** A script tag inside the reserved space. */
export const inItsRoom = (scriptTag: string) =>
  `<div style="${roomStyle}">\n${scriptTag.replace(/^/gm, '  ')}\n</div>`;
