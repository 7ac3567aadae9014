import { Notice } from '../ui/notice.tsx';
import { useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';

/** For the reader of a mail they may not have asked for: no account and no signing in needed. */
export function MailChoicesPage({ data, frame }: PageProps<'mail-choices'>) {
  const { token, grants = 0, done, isIncomplete } = data;
  const { words, say, count } = useWords();
  const w = words.mailChoices;
  const action = `/mail/${encodeURIComponent(token)}`;
  if (isIncomplete)
    return (
      <div class="narrow">
        <h1>{w.title}</h1>
        <Notice kind="fault">
          <p>{w.incomplete}</p>
        </Notice>
        <p>
          <a href="/">{w.home}</a>
        </p>
      </div>
    );
  if (done !== undefined) {
    const outcome = {
      ended: [w.ended, w.endedSays],
      never: [w.stopped, w.stoppedSays],
      again: [w.allowed, w.allowedSays],
    }[done];
    return (
      <div class="narrow">
        <h1>{outcome[0]}</h1>
        <p role="status">{outcome[1]}</p>
        {done === 'never' && (
          <form method="post" action={action}>
            <button class="button plain" name="choice" value="again">
              {w.allow}
            </button>
          </form>
        )}
        <p>
          <a href="/">{say(w.about, { service: frame.serviceName })}</a>
        </p>
      </div>
    );
  }
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <p>{w.why}</p>
      <form method="post" action={action} class="choices">
        <div class="card">
          <h2>{w.endTitle}</h2>
          <p>{grants === 0 ? w.endNone : say(w.endSites, { sites: count('site', grants) })}</p>
          <button class="button primary" name="choice" value="end">
            {w.end}
          </button>
        </div>
        <div class="card">
          <h2>{w.neverTitle}</h2>
          <p>{w.neverText}</p>
          <button class="button danger" name="choice" value="never">
            {w.never}
          </button>
        </div>
      </form>
    </div>
  );
}
