/**
 * The participation types: classification (or transcription), collection of data, signup (joined the project). In a
 * file without zod, since pages in the browser list them.
 */
export const eventTypes = ['classification', 'collection', 'signup'] as const;
export type EventType = (typeof eventTypes)[number];
