/** The groups of words that the browser needs to draw a managed project again. */
import type { PageWords } from '../../../ui/words/language.ts';

/** For its head. */
export const headWords: (keyof PageWords)[] = ['project', 'statuses', 'tabs', 'standing'];
/** For its Tools. */
export const toolsWords: (keyof PageWords)[] = [
  ...([
    'tools',
    'integration',
    'refusedReports',
    'origins',
    'hashed',
    'signatory',
    'overlaps',
    'retractions',
    'outcomes',
    'programmeTool',
    'image',
    'snippets',
    'shown',
  ] as const),
  ...(['testEvents', 'labels', 'eventTypes', 'copy', 'people', 'counts', 'ages'] as const),
];
