import type { EventType } from '../../contract/api/event-types.ts';
import type { EventSource } from '../../contract/api/event.ts';

/** The words of a type of contribution. */
export const typeWords: Record<EventType, string> = {
  collection: 'Data collection',
  classification: 'Classification',
  signup: 'Joined',
};

/** The sources of events, most certain first. */
export const sourceWords: Record<EventSource, string> = {
  api: 'your server',
  browser: 'participant’s browser',
  link: 'hosted page, by link',
};
