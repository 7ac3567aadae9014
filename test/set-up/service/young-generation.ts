/**
 * For Node: a young generation of 16 MB from the start. V8 begins with one of a megabyte and enlarges it with each
 * collection, which takes a seventh of the processor time of a start.
 */
export const largeYoungGeneration = '--min-semi-space-size=16';
