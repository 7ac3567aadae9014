import { deletePath, exportPaths } from '../../contract/account-page.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** Takes everything along, or deletes it. */
export function OwnData() {
  const w = useWords().words.manage;
  return (
    <section aria-labelledby="data">
      <h3 id="data">{w.data}</h3>
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
    </section>
  );
}
