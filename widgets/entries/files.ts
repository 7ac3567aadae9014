/** The second part of the message, loaded after a tap: an ES module, whose name and digest the message's files hold. */
export const secondPart = 'recordevent_second_part.js';

/**
 * The public embed files: a promise for ever. `gate` is the most bytes a file may have, brotli-compressed.
 * `isDrawing`: most of its functions run as the page loads.
 */
export const embedFiles = [
  {
    file: 'recordevent_with_service_inline_signup.js',
    entry: 'widgets/entries/confirmation-message.ts',
    gate: 15_580,
    isDrawing: true,
  },
  {
    file: 'recordevent_local_styles.js',
    entry: 'widgets/entries/local-styles.ts',
    gate: 14_150,
    isDrawing: true,
  },
  { file: 'recordevent_headless.js', entry: 'widgets/entries/headless.ts', gate: 2300, isDrawing: false },
  { file: 'apihelper.js', entry: 'widgets/entries/apihelper.ts', gate: 7600, isDrawing: false },
  { file: secondPart, entry: 'widgets/entries/second-part.ts', gate: 6000, isDrawing: false },
  { file: 'finder.js', entry: 'widgets/entries/finder.ts', gate: 12_350, isDrawing: true },
] as const;
