import { deletePath, exportPaths } from '../../contract/pages/account.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** Asks before an account is deleted: what goes, what stays, and until when it can be taken back. */
export function DeleteAccountPage({ data }: PageProps<'delete-account'>) {
  const { words, say, count } = useWords();
  const w = words.delete;
  const takes = {
    all: count('contribution', data.contributions),
    certificates: count('certificate', data.certificates),
  };
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <ul class="remove-says">
        <li>{say(w.takes, takes)}</li>
        <li>{w.leaves}</li>
        {data.projects + data.keys > 0 && <li>{w.projects}</li>}
        {data.isOnlyOperator && <li>{w.onlyOperator}</li>}
        <li>{w.backups}</li>
      </ul>
      <p>
        {w.export} <a href={exportPaths.json}>{words.manage.json}</a> ·{' '}
        <a href={exportPaths.csv}>{words.manage.csv}</a>
      </p>
      <form method="post" action={deletePath} class="alternatives">
        <label class="check">
          <input type="checkbox" name="objection" value="yes" aria-describedby="objection-says" />
          <span>{w.objection}</span>
        </label>
        <p class="quiet" id="objection-says">
          {w.objectionSays}
        </p>
        <div class="card">
          <p>{w.laterSays}</p>
          <button class="button primary waking" name="when" value="later">
            {w.later}
          </button>
        </div>
        <div class="card">
          <p>{w.nowSays}</p>
          <button class="button danger waking" name="when" value="now">
            {w.now}
          </button>
        </div>
        <p>
          <ButtonLink href="/me" text={w.keep} />
        </p>
      </form>
    </div>
  );
}

/** The page after an account was deleted, with what is left of it. */
export function DeletedAccountPage({ data }: PageProps<'deleted-account'>) {
  const { words } = useWords();
  const w = words.delete;
  return (
    <div class="narrow">
      <h1>{w.done}</h1>
      <p role="status">{w.doneSays}</p>
      {data.hasObjection && <p>{w.doneObjection}</p>}
    </div>
  );
}
