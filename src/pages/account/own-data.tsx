import { deletePath, exportPaths } from '../../contract/pages/account.ts';
import { Fold } from '../../ui/fold.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/** Takes everything along, or deletes it. */
export function OwnData({ isOpen }: { isOpen: boolean }) {
  const w = useWords().words.manage;
  return (
    <Fold id="data" heading="h2" title={w.data} isOpen={isOpen}>
      <p>{w.dataSays}</p>
      <p class="answers">
        <a class="button plain" href={exportPaths.json} download>
          {w.json}
        </a>
        <a class="button plain" href={exportPaths.csv} download>
          {w.csv}
        </a>
        <a class="button danger" href={deletePath}>
          {w.delete}
        </a>
      </p>
    </Fold>
  );
}
