import type { ParticipantsProject } from '../../contract/me-page.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** The title of a project. One that is withheld or not published has none, and the person's history says so. */
export function useTitle({ id, title }: ParticipantsProject): string {
  const { words, say } = useWords();
  return title === '' ? say(words.me.hidden, { id }) : title;
}
