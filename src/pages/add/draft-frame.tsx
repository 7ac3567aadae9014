import type { ComponentChildren } from 'preact';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/** The form of a draft, of its first questions and of all fields: its end has the same place for what its script says. */
export const DraftFrame = ({ draft, children }: { draft: number; children: ComponentChildren }) => (
  <form
    method="post"
    action={`/add/${draft}`}
    class="project-form"
    id="project-form"
    noValidate
    data-draft={JSON.stringify(useWords().words.draftStatus)}
    encType="multipart/form-data"
  >
    {children}
  </form>
);

type End = { draft: number; buttons: ComponentChildren; children: ComponentChildren };

/** The buttons of the form, the way to delete the draft, and a sentence about what happens. */
export const DraftEnd = ({ draft, buttons, children }: End) => (
  <div class="form-end">
    <p class="quiet" role="status" data-draft-status>
      {''}
    </p>
    <div class="answers">
      {buttons}
      <ButtonLink href={`/add/${draft}/delete`} text={useWords().words.add.delete} look="danger" />
    </div>
    <p class="quiet">{children}</p>
  </div>
);
