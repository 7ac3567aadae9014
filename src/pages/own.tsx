import { Paragraphs } from '../ui/linked-text.tsx';
import type { PageProps } from './page.ts';

/** A page of the operator's own: imprint, contact or privacy notice. */
export const OwnPage = ({ data: { title, text } }: PageProps<'own'>) => (
  <article class="prose">
    <h1>{title}</h1>
    <Paragraphs text={text} />
  </article>
);
