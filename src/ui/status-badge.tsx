import type { ProjectStatus } from '../contract/status-words.ts';

const words: Record<ProjectStatus, string> = {
  starting: 'Starting soon',
  active: 'Active',
  hiatus: 'On hiatus',
  complete: 'Completed',
  hidden: 'Hidden',
};

const isKnown = (status: string): status is ProjectStatus => Object.hasOwn(words, status);

/** Where a project stands, in words first: the colour only repeats them. */
export function StatusBadge({ status }: { status: string }) {
  const known = isKnown(status) ? status : undefined;
  return <span class={`badge status-${known ?? 'other'}`}>{known ? words[known] : status}</span>;
}
