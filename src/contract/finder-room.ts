/** The space that the snippets reserve for the finder, so that nothing below it moves when it appears. */

/** Pixels; widgets/finder/style.css has the same, and a test compares them in every layout and width. */
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
