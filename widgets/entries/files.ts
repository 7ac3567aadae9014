/** The public embed files: a promise for ever. `gate` is the most bytes a file may have, brotli-compressed. */
export const embedFiles = [
  {
    file: 'recordevent_with_service_inline_signup.js',
    entry: 'widgets/entries/confirmation-message.ts',
    gate: 11_000,
  },
] as const;
