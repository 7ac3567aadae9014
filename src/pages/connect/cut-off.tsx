import { useEffect, useState } from 'preact/hooks';
import { webUrl } from '../../contract/fields/web-url.ts';
import { SiteName } from '../../ui/named.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
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
  const w = useWords().words.connect;
  const site = <SiteName origin={origin} />;
  return (
    <>
      <h1>{w.cutOff}</h1>
      <p role="status">
        <Said text={w.cutOffText} of={{ site }} />
      </p>
      {/* A browser inside of an app has opened this in the page's place. */}
      {history.length > 1 ? (
        <button type="button" class="button primary" onClick={() => history.back()}>
          {w.back}
        </button>
      ) : (
        <CloseButton>{w.close}</CloseButton>
      )}
    </>
  );
}
