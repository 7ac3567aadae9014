import { Notice } from '../ui/notice.tsx';
import type { PageProps } from './page.ts';

/** Where the mailed link leads: one button, pressed by a person. */
export function SignInLinkPage({ data, frame }: PageProps<'sign-in-link'>) {
  const { token, isNew, asksAge, address, present, fault } = data;
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
              This creates your profile for <strong>{address}</strong>. What you already contributed under
              this address waits there for you, to take or to delete.
            </p>
            <Replaced present={present} />
            <OfAge />
            <button class="button primary waking">Create my profile</button>
          </>
        ) : (
          <>
            <p>
              This signs you in to the profile of <strong>{address}</strong>.
            </p>
            <Replaced present={present} />
            {asksAge && <OfAge />}
            <button class="button primary waking">Sign in</button>
          </>
        )}
      </form>
      <p class="quiet">
        Is this not your address, or did you not ask for this? Close this page and nothing happens, or{' '}
        <a href="/sign-in">ask for a new link</a>.
      </p>
    </div>
  );
}

const OfAge = () => (
  <label class="check">
    <input type="checkbox" name="of_age" value="yes" required />
    <span>I am 16 or older</span>
  </label>
);

/** What the button ends: contributions would go to another profile from then on. */
function Replaced({ present }: Pick<PageProps<'sign-in-link'>['data'], 'present'>) {
  if (!present || present.isSame) return null;
  return (
    <Notice kind="note">
      <p>
        You are signed in as <strong>{present.name}</strong> in this browser. The button signs you out there:
        what you do here from then on is credited to the other profile.
      </p>
    </Notice>
  );
}
