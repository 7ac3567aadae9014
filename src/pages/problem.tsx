import { Search } from '../ui/forms/search.tsx';
import { Said, useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';

/** Every page that is not the one asked for, with a way forward. */
export function ProblemPage({ data, frame }: PageProps<'problem'>) {
  const { status, message, requestId } = data;
  const { words, translated } = useWords();
  const w = words.problem;
  const ways: Record<number, string> = w.ways;
  const way = ways[status] ?? (status >= 500 ? w.ours : undefined);
  return (
    <div class="narrow problem">
      <p class="problem-status" aria-hidden="true">
        {status}
      </p>
      <h1>{status === 404 ? w.nothing : w.failed}</h1>
      <p class="lead">{translated(message)}</p>
      {way !== undefined && <p>{way}</p>}
      {status === 404 && <Search />}
      <ul class="ways">
        {!frame.visitor && (status === 401 || status === 403) && (
          <li>
            <a href="/sign-in">{words.frame.signIn}</a>
          </li>
        )}
        {frame.visitor && (
          <li>
            <a href="/me">{words.me.title}</a>
          </li>
        )}
        <li>
          <a href="/">{words.mailChoices.home}</a>
        </li>
        <li>
          <a href="/finder">{w.all}</a>
        </li>
      </ul>
      {requestId !== undefined && (
        <p class="quiet">
          <Said text={w.number} of={{ number: <code class="select-all">{requestId}</code> }} />
        </p>
      )}
    </div>
  );
}
