import { Search } from '../ui/search.tsx';
import type { PageProps } from './page.ts';

const ways: Record<number, string> = {
  401: 'Sign in and you come back to what you wanted.',
  403: 'Signed in with another address? Sign out on your page, then in with the one that may.',
  404: 'It may have moved, or it is not public. Search the directory instead:',
  429: 'Wait a minute, then try again.',
};

/** Every page that is not the one asked for, with a way forward. */
export function ProblemPage({ data, frame }: PageProps<'problem'>) {
  const { status, title, message, requestId } = data;
  const way =
    ways[status] ?? (status >= 500 ? 'It is our fault, not yours. Try again in a moment.' : undefined);
  return (
    <div class="narrow problem">
      <p class="problem-status" aria-hidden="true">
        {status}
      </p>
      <h1>{title}</h1>
      <p class="lead">{message}</p>
      {way !== undefined && <p>{way}</p>}
      {status === 404 && <Search />}
      <ul class="ways">
        {!frame.visitor && (status === 401 || status === 403) && (
          <li>
            <a href="/sign-in">Sign in</a>
          </li>
        )}
        {frame.visitor && (
          <li>
            <a href="/me">Your contributions</a>
          </li>
        )}
        <li>
          <a href="/">Home page</a>
        </li>
        <li>
          <a href="/finder">All projects</a>
        </li>
      </ul>
      {requestId !== undefined && (
        <p class="quiet">
          If you write to us, name this number: <code class="select-all">{requestId}</code>
        </p>
      )}
    </div>
  );
}
