import type { AddPage, LikelyDuplicate } from '../../contract/pages/add.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
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
  const { words, say, translated } = useWords();
  const w = words.add;
  const { form, unread, asked } = data;
  return (
    <>
      <BackLink href="/add">{w.toDrafts}</BackLink>
      <h1>{w.title}</h1>
      {asked &&
        (unread === undefined ? (
          <Notice kind="note" says={w.read} />
        ) : (
          <Notice kind="warning" says={say(w.unread, { why: translated(unread) })} />
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
            <h2 id="preview-title">{w.card}</h2>
            {data.card ? <ProjectCard project={data.card} heading="h3" /> : <p class="quiet">{w.noCard}</p>}
            {data.map && <CoverageDrawing map={data.map} place={w.asDescribed} />}
            <LikelyDuplicates likelyDuplicates={data.likelyDuplicates} />
          </section>
          {!asked && <PagePreviewBeside preview={data.preview} form="project-form" />}
        </div>
      </div>
    </>
  );
}

/** Every field, once the first questions are answered. */
const WholeForm = ({ data: { draft, form, isSignedIn } }: { data: Data }) => {
  const w = useWords().words.add;
  return (
    <DraftFrame draft={draft}>
      <FormGroups form={form} />
      <DraftEnd
        draft={draft}
        buttons={
          <>
            <button class="button plain" name="act" value="preview">
              {w.preview}
            </button>
            <button class="button primary" name="act" value="send">
              {w.send}
            </button>
          </>
        }
      >
        {isSignedIn ? w.looked : w.linkFirst}
      </DraftEnd>
    </DraftFrame>
  );
};

/** Projects that may be the same one. */
function LikelyDuplicates({ likelyDuplicates }: { likelyDuplicates: LikelyDuplicate[] }) {
  const w = useWords().words.add;
  if (likelyDuplicates.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>
        <strong>{w.isThere}</strong>
      </p>
      <ul>
        {likelyDuplicates.map(({ title, path, why }) => (
          <li>
            <Said text={w.same[why]} of={{ project: <a href={path}>{title}</a> }} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
