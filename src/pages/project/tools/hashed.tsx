import type { Tools } from '../../../contract/pages/project-tools.ts';
import { Time } from '../../../ui/time.tsx';
import { SaidParagraph, useWords } from '../../../ui/words/use-words.tsx';

/** The permission to send hashed addresses in the record step, which editors give case by case. */
export function Hashed({ tools: { hashed, projectId }, path }: { tools: Tools; path: string }) {
  const w = useWords().words.hashed;
  const operation = (
    <a href="/docs/api/participation-hashed">
      <code>POST /api/participation/hashed/{projectId}</code>
    </a>
  );
  if (hashed.isAllowed) return <SaidParagraph text={w.allowed} of={{ operation }} />;
  if (hashed.asked !== undefined)
    return <SaidParagraph text={w.asked} of={{ date: <Time value={hashed.asked} /> }} />;
  return (
    <>
      <p>{w.says}</p>
      <form method="post" action={`${path}/hashed`} class="stack">
        <div class="field">
          <label for="hashed-why">{w.why}</label>
          <textarea id="hashed-why" name="why" rows={3} required maxLength={2000} />
        </div>
        <button class="button plain">{w.ask}</button>
      </form>
    </>
  );
}
