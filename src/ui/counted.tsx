import { Said, useWords } from './words/use-words.tsx';
import type { PageWords } from './words/language.ts';

/** "**12** contributions": a count whose number stands out. */
export function Counted({ what, value }: { what: keyof PageWords['counts']; value: number }) {
  const { countText, number } = useWords();
  return <Said text={countText(what, value)} of={{ n: <strong>{number(value)}</strong> }} />;
}
