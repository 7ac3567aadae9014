import { Notice } from '../ui/notice.tsx';
import type { PageProps } from './page.ts';

/** Where the mailed link leads: one button, pressed by a person. */
export function SignInLinkPage({ data, frame }: PageProps<'sign-in-link'>) {
  const { token, isNew, fault } = data;
  return (
    <div class="narrow">
      <h1>{isNew ? `Welcome to ${frame.serviceName}` : 'Welcome back'}</h1>
      {fault !== undefined && (
        <Notice kind="fault">
          <p>{fault}</p>
        </Notice>
      )}
      <form method="post" action={`/sign-in/${encodeURIComponent(token)}`} class="stack">
        {isNew ? (
          <>
            <p>
              This creates your profile. What you already contributed under this address waits there for you,
              to take or to delete.
            </p>
            <label class="check">
              <input type="checkbox" name="of_age" value="yes" required />
              <span>I am 16 or older</span>
            </label>
            <button class="button primary">Create my profile</button>
          </>
        ) : (
          <button class="button primary">Sign in</button>
        )}
      </form>
      <p class="quiet">
        Did you not ask for this? Close this page and nothing happens, or{' '}
        <a href="/sign-in">ask for a new link</a>.
      </p>
    </div>
  );
}
