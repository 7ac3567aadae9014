import type { PagePreview, WholePreview } from '../../contract/pages/add.ts';
import { projectForm, type ProjectField } from '../../contract/pages/project-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { About } from '../project/about.tsx';
import { ProjectHeader } from '../project/header.tsx';
import type { PageProps } from '../page.ts';
import { fieldId } from './field.tsx';

/** A title that is not there yet still has its place. */
const titled = (page: PagePreview['page']): PagePreview['page'] =>
  page.title === '' ? { ...page, title: 'The name of the project' } : page;

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
export const PagePreviewBeside = ({ preview, form, isNewTab = false }: Props) => (
  <details class="page-preview" id="page-preview" open>
    <summary>
      <h2>Preview of the project’s page</h2>
    </summary>
    <p class="quiet">Only you see this preview. Nothing in it can be pressed.</p>
    <p>
      <button
        class="button plain"
        form={form}
        name="act"
        value="page"
        formTarget={isNewTab ? '_blank' : undefined}
      >
        {isNewTab ? 'Preview as a whole page (new tab)' : 'Preview as a whole page'}
      </button>
    </p>
    <div data-drawn>
      <Missing preview={preview} formPath="" />
      <div class="page-sheet" inert>
        <ProjectHeader data={titled(preview.page)} heading="h3" />
        <About data={preview.page} />
      </div>
    </div>
  </details>
);

/** The preview as a page of its own. */
export function WholePreviewPage({ data: { preview, back } }: PageProps<'page-preview'>) {
  return (
    <>
      <Notice kind="note">
        <p>
          <strong>This is a preview.</strong> Only you see it. Its links lead where they will lead; its
          buttons do nothing yet.
        </p>
        <Back back={back} />
      </Notice>
      <Missing preview={preview} formPath={back ?? ''} isLinked={back !== undefined} />
      <div class="page-sheet">
        <ProjectHeader data={titled(preview.page)} />
        <About data={preview.page} />
      </div>
    </>
  );
}

const Back = ({ back }: Pick<WholePreview, 'back'>) =>
  back === undefined ? (
    <p>The form is still open in its own tab, and nothing is saved yet: close this tab to go on.</p>
  ) : (
    <p>
      <a href={back}>Back to the form</a>, which keeps everything that you typed.
    </p>
  );

type MissingProps = { preview: PagePreview; formPath: string; isLinked?: boolean };

/** The fields that the page lacks, as links. */
function Missing({ preview, formPath, isLinked = true }: MissingProps) {
  const { needed, empty, pictureFrom } = preview;
  const linked = (fields: ProjectField[]) => (
    <Fields fields={fields} formPath={isLinked ? formPath : undefined} />
  );
  if (needed.length + empty.length === 0 && pictureFrom === undefined) return null;
  return (
    <div class="missing">
      {needed.length > 0 && (
        <p>
          <strong>Needed before it can be published:</strong> {linked(needed)}.
        </p>
      )}
      {empty.length > 0 && <p>The page could also have: {linked(empty)}.</p>}
      {pictureFrom !== undefined && (
        <p>The picture is not here yet: we fetch it from {pictureFrom} when the project is published.</p>
      )}
    </div>
  );
}

function Fields({ fields, formPath }: { fields: ProjectField[]; formPath: string | undefined }) {
  return (
    <>
      {fields.map((field, at) => {
        const { label } = projectForm[field];
        return (
          <>
            {at > 0 && ', '}
            {formPath === undefined ? label : <a href={`${formPath}#${fieldId(field)}`}>{label}</a>}
          </>
        );
      })}
    </>
  );
}
