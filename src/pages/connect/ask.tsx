import { useEffect, useState } from 'preact/hooks';
import type { PageData, ProjectHead } from '../../contract/pages.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { CloseButton } from './close-button.tsx';
import { popupPath } from './popup-path.ts';
import { useAwake } from './use-awake.ts';

type Props = {
  project: ProjectHead;
  origin: string;
  account?: string;
  request: NonNullable<PageData['connect']['request']>;
  next: string;
};

/** The one question, with all that an answer means. */
export function Ask({ project, origin, account, request, next }: Props) {
  const isAwake = useAwake();
  // The mailed link comes through here too, in a tab that nobody opened from a partner's page.
  const [isPopup, setPopup] = useState(true);
  useEffect(() => setPopup(window.opener !== null), []);
  if (!isPopup)
    return (
      <>
        <h1>You are signed in</h1>
        <p role="status">
          Go back to the small window that you came from: it goes on by itself. You can close this one.
        </p>
        <p class="quiet">
          Is it gone? Open <strong>{project.title}</strong> on <span class="origin">{origin}</span> and press
          “Credit me” again.
        </p>
        <p>
          <a class="button plain" href="/me">
            Your contributions
          </a>
        </p>
      </>
    );
  return (
    <>
      <h1>Credit your contributions?</h1>
      <p>
        To <strong>{project.title}</strong> on <span class="origin">{origin}</span>
        {account !== undefined && (
          <>
            , to your profile <strong>{account}</strong>
          </>
        )}
        .
      </p>
      <div class="allowed">
        <h2>The site can</h2>
        <ul class="can">
          <li>record your contributions to this project, and undo them</li>
          <li>learn the number of your profile, to do so</li>
        </ul>
        <h2>It cannot</h2>
        <ul class="cannot">
          <li>read your name, your address or anything else</li>
          <li>sign in as you</li>
          <li>see or credit other projects</li>
        </ul>
      </div>
      <div class="answers">
        <form method="post" action={popupPath}>
          {Object.entries(request).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button class="button primary waking" disabled={!isAwake}>
            Credit me
          </button>
        </form>
        <CloseButton>Not now</CloseButton>
      </div>
      <p>
        The managers of the project see what you contribute to it under a made-up name, and may write to you
        through us, at most twice a month. They do not learn your address. Change that on your page.
      </p>
      <p class="quiet">You can end this at any time on your page, under “Sites that may credit you”.</p>
      <div class="not-you">
        Not you?{' '}
        <PostButton action="/sign-out" fields={{ next }} look="link">
          Sign out
        </PostButton>
      </div>
    </>
  );
}
