import { type AddPage, type LikelyDuplicate, duplicateWords } from '../../contract/pages/add.ts';
import { Notice } from '../../ui/notice.tsx';
import { CoverageDrawing } from '../project/coverage-drawing.tsx';
import { ProjectCard } from '../../ui/project-card.tsx';
import { FormFaults, FormGroups } from '../project-form/groups.tsx';
import { DraftEnd, DraftFrame } from './draft-frame.tsx';
import { FirstQuestions } from './first-questions.tsx';
import { PagePreviewBeside } from '../project-form/page-preview.tsx';
import { Progress } from '../project-form/progress.tsx';

type Data = Extract<AddPage, { state: 'form' }>;

/** The form of a draft, with its card and its page next to it. With a script it is kept and drawn while people type (add-live.ts). */
export function DraftForm({ data }: { data: Data }) {
  const { form, unread, asked } = data;
  return (
    <>
      <p class="back">
        <a href="/add">← Your drafts</a>
      </p>
      <h1>Register a project</h1>
      {asked &&
        (unread === undefined ? (
          <Notice kind="note">
            <p>
              We read your project’s page. What it says is filled in, and you can correct it in the next step.
            </p>
          </Notice>
        ) : (
          <Notice kind="warning">
            <p>We could not read your project’s page. {unread} Fill in the fields yourself.</p>
          </Notice>
        ))}
      {!asked && (
        <>
          <FormFaults form={form} />
          <Progress form={form} />
        </>
      )}
      <div class="form-and-card">
        {asked ? <FirstQuestions data={data} asked={asked} /> : <WholeForm data={data} />}
        <div class="form-card">
          <section id="preview" aria-labelledby="preview-title">
            <h2 id="preview-title">In the directory</h2>
            {data.card ? (
              <ProjectCard project={data.card} heading="h3" />
            ) : (
              <p class="quiet">The project’s card is here as soon as it has a name.</p>
            )}
            {data.map && <CoverageDrawing map={data.map} place="as you described it" />}
            <LikelyDuplicates likelyDuplicates={data.likelyDuplicates} />
          </section>
          {!asked && <PagePreviewBeside preview={data.preview} form="project-form" />}
        </div>
      </div>
    </>
  );
}

/** Every field, once the first questions are answered. */
const WholeForm = ({ data: { draft, form, isSignedIn } }: { data: Data }) => (
  <DraftFrame draft={draft}>
    <FormGroups form={form} />
    <DraftEnd
      draft={draft}
      buttons={
        <>
          <button class="button plain" name="act" value="preview">
            Save and preview
          </button>
          <button class="button primary" name="act" value="send">
            Send to our editors
          </button>
        </>
      }
    >
      {isSignedIn
        ? 'Our editors look at it within 24 hours.'
        : 'We then mail the contact a link to send it with. Our editors look at it within 24 hours.'}
    </DraftEnd>
  </DraftFrame>
);

/** Projects that may be the same one. */
function LikelyDuplicates({ likelyDuplicates }: { likelyDuplicates: LikelyDuplicate[] }) {
  if (likelyDuplicates.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>
        <strong>Is it in the directory already?</strong>
      </p>
      <ul>
        {likelyDuplicates.map(({ title, path, why }) => (
          <li>
            <a href={path}>{title}</a> has the same {duplicateWords[why]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
