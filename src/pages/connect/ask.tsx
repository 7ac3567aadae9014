import { useEffect, useState } from 'preact/hooks';
import type { PageData, ProjectHead } from '../../contract/pages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Named, SiteName } from '../../ui/named.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { CloseButton } from './close-button.tsx';
import { popupPath } from './popup-path.ts';
import { useAwake } from './use-awake.ts';

type Props = {
  project: ProjectHead;
  origin: string;
  account: string | undefined;
  request: NonNullable<PageData['connect']['request']>;
  next: string;
};

/** The one question, with all that an answer means. */
export function Ask({ project, origin, account, request, next }: Props) {
  const w = useWords().words.connect;
  const isAwake = useAwake();
  // The mailed link comes through here too, in a tab that nobody opened from a partner's page.
  const [isPopup, setPopup] = useState(true);
  useEffect(() => setPopup(window.opener !== null), []);
  const names = {
    project: <Named>{project.title}</Named>,
    site: <SiteName origin={origin} />,
    account: <Named>{account}</Named>,
  };
  if (!isPopup)
    return (
      <>
        <h1>{w.signedIn}</h1>
        <p role="status">{w.otherTab}</p>
        <p class="quiet">
          <Said text={w.gone} of={names} />
        </p>
        <p>
          <ButtonLink href="/me" text={w.contributions} />
        </p>
      </>
    );
  return (
    <>
      <h1>{w.ask}</h1>
      <SaidParagraph text={w.to} of={names} />
      <div class="allowed">
        <h2>{w.can}</h2>
        <ul class="can">
          <li>{w.canRecord}</li>
          <li>{w.canLearn}</li>
        </ul>
        <h2>{w.cannot}</h2>
        <ul class="cannot">
          <li>{w.cannotRead}</li>
          <li>{w.cannotSignIn}</li>
          <li>{w.cannotSee}</li>
        </ul>
      </div>
      <div class="answers">
        <form method="post" action={popupPath}>
          {Object.entries(request).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button class="button primary waking" disabled={!isAwake}>
            {w.credit}
          </button>
        </form>
        <CloseButton>{w.notNow}</CloseButton>
      </div>
      <p>{w.managers}</p>
      <p class="quiet">{w.end}</p>
      <div class="not-you">
        {w.notYou}{' '}
        <PostButton action="/sign-out" fields={{ next }} look="link">
          {w.signOut}
        </PostButton>
      </div>
    </>
  );
}
