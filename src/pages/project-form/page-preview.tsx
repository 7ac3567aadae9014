import type { PagePreview } from '../../contract/pages/add.ts';
import type { ProjectField } from '../../contract/pages/project-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { About } from '../project/about.tsx';
import { ProjectHeader } from '../project/header.tsx';
import type { PageProps } from '../page.ts';
import { fieldId } from './field.tsx';

/** A title that is not there yet still has its place. */
function useTitled(page: PagePreview['page']): PagePreview['page'] {
  const { noName } = useWords().words.form.preview;
  return page.title === '' ? { ...page, title: noName } : page;
}

type Props = {
  preview: PagePreview;
  /** The id of the form whose button opens the preview as a page of its own. */
  form: string;
  /** The form stays open in its tab, because it is not kept. */
  isNewTab?: boolean;
};

/**
 * The project's page next to its form, as narrow as on a phone. It is inert: the form has the same texts, and dozens of
 * links in it would be steps on everybody's way through the form. The page of its own can be read by all means.
 */
export function PagePreviewBeside({ preview, form, isNewTab = false }: Props) {
  const w = useWords().words.form.preview;
  return (
    <details class="page-preview" id="page-preview" open>
      <summary>
        <h2>{w.title}</h2>
      </summary>
      <p class="quiet">{w.says}</p>
      <p>
        <button
          class="button plain"
          form={form}
          name="act"
          value="page"
          formTarget={isNewTab ? '_blank' : undefined}
        >
          {isNewTab ? w.wholeNewTab : w.whole}
        </button>
      </p>
      <div data-drawn>
        <Missing preview={preview} formPath="" />
        <div class="page-sheet" inert>
          <ProjectHeader data={useTitled(preview.page)} heading="h3" />
          <About data={preview.page} />
        </div>
      </div>
    </details>
  );
}

/** The preview as a page of its own. */
export function WholePreviewPage({ data: { preview, back } }: PageProps<'page-preview'>) {
  const w = useWords().words.form.preview;
  return (
    <>
      <Notice kind="note">
        <p>
          <strong>{w.isPreview}</strong> {w.isPreviewSays}
        </p>
        <p>
          {back === undefined ? w.open : <Said text={w.back} of={{ form: <a href={back}>{w.toForm}</a> }} />}
        </p>
      </Notice>
      <Missing preview={preview} formPath={back ?? ''} isLinked={back !== undefined} />
      <div class="page-sheet">
        <ProjectHeader data={useTitled(preview.page)} />
        <About data={preview.page} />
      </div>
    </>
  );
}

type MissingProps = { preview: PagePreview; formPath: string; isLinked?: boolean };

/** The fields that the page lacks, as links. */
function Missing({ preview, formPath, isLinked = true }: MissingProps) {
  const { words, say } = useWords();
  const w = words.form.preview;
  const { needed, empty, pictureFrom } = preview;
  const linked = (fields: ProjectField[]) => (
    <Fields fields={fields} formPath={isLinked ? formPath : undefined} />
  );
  if (needed.length + empty.length === 0 && pictureFrom === undefined) return null;
  return (
    <div class="missing">
      {needed.length > 0 && (
        <p>
          <strong>{w.needed}</strong> {linked(needed)}.
        </p>
      )}
      {empty.length > 0 && <SaidParagraph text={w.empty} of={{ fields: linked(empty) }} />}
      {pictureFrom !== undefined && <p>{say(w.picture, { site: pictureFrom })}</p>}
    </div>
  );
}

function Fields({ fields, formPath }: { fields: ProjectField[]; formPath: string | undefined }) {
  const { labels, ages } = useWords().words;
  return (
    <>
      {fields.map((field, at) => {
        const label = labels[field];
        return (
          <>
            {at > 0 && ages.comma}
            {formPath === undefined ? label : <a href={`${formPath}#${fieldId(field)}`}>{label}</a>}
          </>
        );
      })}
    </>
  );
}
