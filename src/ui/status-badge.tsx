import { isStatus, statusWords } from '../contract/status-words.ts';

/** Where a project stands, in words first: the colour only repeats them. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span class={`badge status-${isStatus(status) ? status : 'other'}`}>{statusWords(status)}</span>
);
