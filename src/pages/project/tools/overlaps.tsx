import type { Tools } from '../../../contract/pages/project-tools.ts';
import { useWords } from '../../../ui/words/use-words.tsx';

/** Whether all hours count of contributions that overlap, with the button that changes it. */
export function OverlapTool({ mayOverlap, path }: Pick<Tools, 'mayOverlap'> & { path: string }) {
  const w = useWords().words.overlaps;
  return (
    <form method="post" action={`${path}/overlaps`} class="stack">
      <p>{mayOverlap ? w.allSays : w.onceSays}</p>
      <button class="button plain" name="may" value={mayOverlap ? 'no' : 'yes'}>
        {mayOverlap ? w.countOnce : w.countAll}
      </button>
    </form>
  );
}
