/** The language in which a page is drawn, for its components. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { fillIn, type PageLanguage, type Blanks } from './language.ts';

// No language is the default: its words would be in every script of the site.
export const SpokenLanguage = createContext<PageLanguage | undefined>(undefined);

/** The words of the page's language, with `say` for texts that have placeholders. */
export function useWords() {
  const language = useContext(SpokenLanguage);
  if (!language) throw new Error('a page is drawn without a language');
  return { ...language, say: (text: string, values: Blanks) => fillIn(text, values) };
}

type SaidProps = { text: string; of: Record<string, ComponentChildren> };

/** A text whose placeholders are filled with elements, such as a link. */
export const Said = ({ text, of }: SaidProps) => (
  <>{text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? of[part] : part))}</>
);

/** The same as a paragraph. */
export const SaidParagraph = (said: SaidProps) => (
  <p>
    <Said {...said} />
  </p>
);
