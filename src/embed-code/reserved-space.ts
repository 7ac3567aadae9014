/** The space that the snippets reserve for the message and the finder, so that nothing below them moves when they appear. */

/**
 * The height of the message before a click, in any language, font, font size and width: its own layout holds it
 * (widgets/confirmation-message/style.css). The message gives the space back where it needs less.
 */
export const messageHeight = '200px';

/** The style of the space. The message has no margin of its own, which could move what is around it. */
export const reservedStyle = `min-height: ${messageHeight}; margin: 1em 0`;

/** A script tag inside the reserved space. */
export const inReservedSpace = (scriptTag: string) =>
  `<div style="${reservedStyle}">\n${scriptTag.replace(/^/gm, '  ')}\n</div>`;

/** The finder: pixels; widgets/finder/style.css has the same, and a test compares them in every layout and width. */
const heights = { list: 140, compact: 64, strip: 324 };
const frame = 30;
const heading = 36;
const form = 76;
const nearMe = 44;
const foot = 54;
const lines = 2;

export type FinderShape = {
  layout: 'list' | 'cards' | 'compact';
  /** Projects of the first page. */
  count: number;
  hasHeading: boolean;
  hasForm: boolean;
  hasNearMe: boolean;
};

/** The height in pixels, which no font, language or width changes. */
export function finderHeight({ layout, count, hasHeading, hasForm, hasNearMe }: FinderShape): number {
  const results = layout === 'cards' ? heights.strip : count * heights[layout];
  return (
    frame +
    (hasHeading ? heading : 0) +
    (hasForm ? form : 0) +
    (hasNearMe ? nearMe : 0) +
    results +
    lines +
    foot
  );
}
