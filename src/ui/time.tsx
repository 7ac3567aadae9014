import { useWords } from './words/use-words.tsx';

/** A date for people and for machines. */
export function Time({ value }: { value: string }) {
  return <time dateTime={value}>{useWords().date(value)}</time>;
}
