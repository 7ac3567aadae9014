import { Paragraphs } from '../ui/linked-text.tsx';
import { useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';

/** A page of the operator's own: imprint, contact or privacy notice. */
export const OwnPage = ({ data: { name, text } }: PageProps<'own'>) => (
  <article class="prose">
    <h1>{useWords().words.frame.own[name]}</h1>
    {/* The operator has written it in a language that we do not know. */}
    <div lang="" dir="auto">
      <Paragraphs text={text} />
    </div>
  </article>
);
