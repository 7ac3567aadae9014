import type { ParticipantsProject } from '../../contract/pages/me.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** Returns the title of a project, or a text in its place if the project is withheld or not published. */
export function useTitle({ id, title }: ParticipantsProject): string {
  const { words, say } = useWords();
  return title === '' ? say(words.me.hidden, { id }) : title;
}
