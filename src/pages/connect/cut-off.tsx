import { useEffect, useState } from 'preact/hooks';
import { webUrl } from '../../contract/web-url.ts';
import { CloseButton } from './close-button.tsx';

/**
 * Whether the page that opened this window is kept apart from it (its Cross-Origin-Opener-Policy, or a browser
 * inside of an app): no answer would ever reach it. A tab of the mailed link has no opener either, but comes from us.
 */
export function useCutOff(origin: string | undefined): boolean {
  const [isCutOff, setCutOff] = useState(false);
  useEffect(() => setCutOff(!!origin && !window.opener && webUrl(document.referrer)?.origin === origin), []);
  return isCutOff;
}

/** Said before anybody signs in or agrees in vain. */
export function CutOff({ origin }: { origin: string | undefined }) {
  return (
    <>
      <h1>This window cannot answer</h1>
      <p role="status">
        It is kept apart from the page on <span class="origin">{origin}</span> that opened it. Go back there
        and use your e-mail address: that needs no window.
      </p>
      {/* A browser inside of an app has opened this in the page's place. */}
      {history.length > 1 ? (
        <button type="button" class="button primary" onClick={() => history.back()}>
          Go back
        </button>
      ) : (
        <CloseButton>Close this window</CloseButton>
      )}
    </>
  );
}
