import { formatDate } from './format.ts';

/** A date for people and for machines. */
export const Time = ({ value }: { value: string }) => <time dateTime={value}>{formatDate(value)}</time>;
