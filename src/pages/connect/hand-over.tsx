import { useEffect, useState } from 'preact/hooks';
import type { PageData, ProjectHead } from '../../contract/pages.ts';
import type { ConnectMessage } from '../../contract/site.ts';
import { webUrl } from '../../contract/web-url.ts';
import { CloseButton } from './close-button.tsx';

type Request = NonNullable<PageData['connect']['request']>;
type Props = { project?: ProjectHead; request: Request; code: string };

/**
 * Gives the code to the page that opened this window, and to that origin exactly: if the page has moved on to
 * another origin meanwhile, the browser drops the message. `*` or a whole address is never a target.
 */
function handOver(request: Request, code: string): boolean {
  const opener = window.opener as Window | null;
  if (!opener || opener.closed || webUrl(request.origin)?.origin !== request.origin) return false;
  const message: ConnectMessage = { type: 'manyhands:code', state: request.state, code };
  opener.postMessage(message, request.origin);
  return true;
}

/** The answer on its way back; closes by itself. */
export function HandOver({ project, request, code }: Props) {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (handOver(request, code)) window.close();
    else setLost(true);
  }, []);
  return isLost ? (
    <>
      <h1>The page that asked is gone</h1>
      <p role="status">
        It was closed, or this browser keeps it apart from this window. Go back to{' '}
        <span class="origin">{request.origin}</span> and press “Credit me” again, or use your e-mail address
        there.
      </p>
      <CloseButton>Close this window</CloseButton>
    </>
  ) : (
    <>
      <h1>Thank you</h1>
      <p>
        Your contributions{project ? ` to ${project.title}` : ''} are credited to you from now on. This window
        closes by itself.
      </p>
      <noscript>
        <p>
          This last step needs JavaScript: allow it for this page, then go back and press “Credit me” again.
        </p>
      </noscript>
      <CloseButton>Close this window</CloseButton>
    </>
  );
}
