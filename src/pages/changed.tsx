import { ButtonLink } from '../ui/button-link.tsx';
import type { PageProps } from './page.ts';
import { Entries } from './review/entries.tsx';
import { SentTexts } from './sent-texts.tsx';

/** Tells a person that nothing was done, since somebody else acted first, and keeps what they typed. */
export const ChangedPage = ({ data: { entry, says, to, texts } }: PageProps<'changed'>) => (
  <div class="narrow">
    <h1>This was changed meanwhile</h1>
    <p class="lead">
      Nothing of yours was done: this was changed after you opened the page{entry ? '.' : `. ${says ?? ''}`}
    </p>
    {entry && <Entries entries={[entry]} />}
    <SentTexts texts={texts} />
    <p>
      <ButtonLink href={to} text="See how it is now" look="primary" />
    </p>
  </div>
);
