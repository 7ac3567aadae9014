/** The statuses of a project, in our words, and in other words if they have only one meaning. */
import { byName } from './same-name.ts';

export const projectStatuses = ['starting', 'active', 'hiatus', 'complete', 'hidden'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

/** The status in words for people. */
const shownWords: Record<ProjectStatus, string> = {
  starting: 'Starting soon',
  active: 'Active',
  hiatus: 'On hiatus',
  complete: 'Completed',
  hidden: 'Hidden',
};

export const isStatus = (status: string): status is ProjectStatus => Object.hasOwn(shownWords, status);

// Not included, because they have several meanings: closed, inactive, stopped, archived, cancelled, draft, private,
// published.
const words = {
  starting: [
    ...['not started', 'not yet started', 'planned', 'planning', 'in planning', 'upcoming', 'scheduled'],
    ...['coming soon', 'starting soon', 'in preparation'],
  ],
  active: [
    ...[
      'in progress',
      'ongoing',
      'on going',
      'running',
      'recruiting',
      'open',
      'live',
      'started',
      'under way',
    ],
    ...['periodically active', 'recurring'],
  ],
  hiatus: ['on hold', 'paused', 'on hiatus', 'suspended', 'interrupted'],
  complete: ['completed', 'finished', 'ended', 'concluded', 'done', 'abandoned'],
} as const;

const meant = byName(
  Object.entries(words).flatMap(([status, spellings]) =>
    spellings.map((word) => ({ status: status as keyof typeof words, word })),
  ),
  ({ word }) => word,
);

/** The status that a word means; also read: `in_progress`, `on-going`. */
export const statusOf = (word: string): keyof typeof words | undefined =>
  meant(word.slice(0, 60).replace(/[-_]/g, ' '))?.status;
