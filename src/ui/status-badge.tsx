import { isStatus } from '../contract/fields/status-words.ts';
import { useWords } from './words/use-words.tsx';

/** Where a project stands, in words first: the colour only repeats them. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span class={`badge status-${isStatus(status) ? status : 'other'}`}>
    {useWords().nameOf('statuses', status)}
  </span>
);
