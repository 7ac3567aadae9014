import type { MePage } from '../../contract/pages/me.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** Hours only where projects reported any. */
export function Totals({ events, projects, hours }: MePage['totals']) {
  const { words, number, count, duration } = useWords();
  return (
    <ul class="tiles" aria-label={words.me.totals}>
      <li>
        <strong>{number(events)}</strong> {count('contributionWord', events)}
      </li>
      <li>
        <strong>{number(projects)}</strong> {count('projectWord', projects)}
      </li>
      {hours > 0 && (
        <li>
          <strong>{duration(hours)}</strong> {words.time.spent}
        </li>
      )}
    </ul>
  );
}
