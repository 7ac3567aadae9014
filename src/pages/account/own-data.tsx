import { deletePath, exportPaths } from '../../contract/pages/account.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
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
        <ButtonLink href={deletePath} text={w.delete} look="danger" />
      </p>
    </Fold>
  );
}
