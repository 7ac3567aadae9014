/** Gives the snippets of plain pages their copy button: `data-copy` marks a field as src/ui/snippet.tsx draws it, and has the words. */
import type { PageWords } from '../ui/words/language.ts';

export function offerCopies(fields: Iterable<HTMLElement>): void {
  for (const field of fields) {
    const button = field.querySelector('button');
    const status = field.querySelector('[role=status]');
    const code = field.querySelector('code');
    if (!button || !status || !code) continue;
    const words = JSON.parse(field.dataset['copy'] ?? '') as PageWords['copy'];
    let emptying: ReturnType<typeof setTimeout> | undefined;
    // Emptied after a while, since a live region speaks only what is new: the next copy is heard again.
    const say = (text: string) => {
      clearTimeout(emptying);
      status.textContent = text;
      emptying = setTimeout(() => (status.textContent = ''), 4000);
    };
    button.hidden = false;
    button.addEventListener('click', () => {
      status.textContent = '';
      const copied =
        navigator.clipboard?.writeText(code.textContent) ?? Promise.reject(new Error('plain http'));
      copied.then(
        () => say(words.copied),
        () => {
          // Refused or not there (plain http): the text is selected, the person presses the keys.
          getSelection()?.selectAllChildren(code);
          say(words.selected);
        },
      );
    });
  }
}
