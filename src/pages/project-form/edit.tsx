import type { EditPage as Data } from '../../contract/pages/add.ts';
import { Notice } from '../../ui/notice.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from '../project/managed-head.tsx';
import { FormFaults, FormGroups } from './groups.tsx';
import { PagePreviewBeside } from './page-preview.tsx';

/** The form of a project for those who manage it. */
export function EditPage({ data }: PageProps<'edit'>) {
  const { words, say, translated, list, language } = useWords();
  const w = words.edit;
  const { project, form, pending, preview, saved, refused, seen, isUnsaved, isSignedOut } = data;
  const { path } = project;
  return (
    <>
      <ManagedHead
        project={project}
        current="edit"
        title={project.title === '' ? w.titleUnknown : say(w.title, { project: project.title })}
      />
      {saved && (
        <Notice kind="done">
          <p>
            {w.done[saved.how]}
            {saved.older && ` ${say(w.older, { languages: list(saved.older.map(language)) })}`}
          </p>
        </Notice>
      )}
      <Notice kind="fault" says={refused && translated(refused)} />
      {isSignedOut && (
        <Notice kind="fault">
          <SaidParagraph
            text={w.signedOut}
            of={{
              signIn: (
                <a href="/sign-in" target="_blank" rel="noopener">
                  {w.signIn}
                </a>
              ),
            }}
          />
        </Notice>
      )}
      <FormFaults form={form} />
      {pending.length > 0 && (
        <Notice kind="note">
          <SaidParagraph
            text={w.pending}
            of={{
              fields: list(pending.map((field) => words.labels[field])),
              history: <a href={`${path}/history`}>{w.history}</a>,
            }}
          />
        </Notice>
      )}
      <div class="form-and-card">
        <form
          method="post"
          action={`${path}/edit`}
          class="project-form"
          id="project-form"
          data-edited={isUnsaved || form.faults.length > 0 ? 'unsaved' : ''}
          data-says={JSON.stringify(words.editStatus)}
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
  const { words, say, list } = useWords();
  const w = words.edit;
  const { path } = project;
  return (
    <div class="form-end">
      {corrected.length > 0 && (
        <>
          <p>{say(w.corrected, { fields: list(corrected.map((field) => words.labels[field])) })}</p>
          <label class="check" for="confirm">
            <input type="checkbox" id="confirm" name="confirm" value="yes" />
            <span>{w.overrule}</span>
          </label>
        </>
      )}
      <p class="quiet" role="status" data-draft-status>
        {''}
      </p>
      <div class="answers">
        <button class="button primary" name="act" value="save">
          {w.save}
        </button>
        <button class="button plain" name="act" value="preview" formAction={`${path}/edit#page-preview`}>
          {w.preview}
        </button>
      </div>
      <p class="quiet">
        {isTurnedDown
          ? w.states.turnedDown
          : !isPublished
            ? w.states.unpublished
            : isTrusted
              ? w.states.trusted
              : w.states.looked}{' '}
        <Said text={w.keeps} of={{ history: <a href={`${path}/history`}>{w.historyThere}</a> }} />
      </p>
    </div>
  );
}
