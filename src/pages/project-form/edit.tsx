import type { EditPage as Data } from '../../contract/pages/add.ts';
import { Notice } from '../../ui/notice.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from '../project/managed-head.tsx';
import { FormFaults, FormGroups } from './groups.tsx';
import { PagePreviewBeside } from './page-preview.tsx';

/** The form of a project for those who manage it. */
export function EditPage({ data }: PageProps<'edit'>) {
  const { project, form, pending, preview, saved, seen, isUnsaved, isSignedOut } = data;
  const { path } = project;
  return (
    <>
      <ManagedHead project={project} current="edit" title={`Edit ${project.title}`} />
      {saved !== undefined && (
        <Notice kind="done">
          <p>{saved}</p>
        </Notice>
      )}
      {isSignedOut && (
        <Notice kind="fault">
          <p>
            Your session has ended, and nothing was saved yet.{' '}
            <a href="/sign-in" target="_blank" rel="noopener">
              Sign in in another tab
            </a>
            , then press Save here.
          </p>
        </Notice>
      )}
      <FormFaults form={form} />
      {pending.length > 0 && (
        <Notice kind="note">
          <p>
            Awaiting an editor: {pending.join(', ')}. The form shows them as you changed them.{' '}
            <a href={`${path}/history`}>History</a>
          </p>
        </Notice>
      )}
      <div class="form-and-card">
        <form
          method="post"
          action={`${path}/edit`}
          class="project-form"
          id="project-form"
          data-edited={isUnsaved || form.faults.length > 0 ? 'unsaved' : ''}
          noValidate
          encType="multipart/form-data"
        >
          {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
          <FormGroups form={form} />
          <FormEnd data={data} />
        </form>
        {preview && (
          <div class="form-card">
            <PagePreviewBeside preview={preview} form="project-form" isNewTab />
          </div>
        )}
      </div>
    </>
  );
}

/** The buttons, and the next step of the changes. */
function FormEnd({ data: { project, corrected, isPublished, isTurnedDown, isTrusted } }: { data: Data }) {
  const { path } = project;
  return (
    <div class="form-end">
      {corrected.length > 0 && (
        <>
          <p>
            An editor corrected: {corrected.join(', ')}. Your changes of these fields are left out unless you
            tick the box.
          </p>
          <label class="check" for="confirm">
            <input type="checkbox" id="confirm" name="confirm" value="yes" />
            <span>Change corrected fields, too</span>
          </label>
        </>
      )}
      <p class="quiet" role="status" data-draft-status>
        {''}
      </p>
      <div class="answers">
        <button class="button primary" name="act" value="save">
          Save
        </button>
        <button class="button plain" name="act" value="preview" formAction={`${path}/edit#page-preview`}>
          Preview
        </button>
      </div>
      <p class="quiet">
        {isTurnedDown
          ? 'Our editors turned this project down. Once you save a change, they look at it again within 24 hours.'
          : !isPublished
            ? 'Our editors have yet to publish this project.'
            : isTrusted
              ? 'Changes are shown at once, except name, address, contact and image, which an editor looks at.'
              : 'An editor looks at changes within 24 hours. Hiding the project works at once.'}{' '}
        The <a href={`${path}/history`}>history</a> keeps what the fields were before.
      </p>
    </div>
  );
}
