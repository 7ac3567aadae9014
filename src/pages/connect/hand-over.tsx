import { useEffect, useState } from 'preact/hooks';
import type { ProjectHead } from '../../contract/pages.ts';
import { CloseButton } from './close-button.tsx';
import { tellOpener, type ConnectRequest } from './tell-opener.ts';

type Props = { project?: ProjectHead; request: ConnectRequest; code: string };

/** The answer on its way back; closes by itself. */
export function HandOver({ project, request, code }: Props) {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (tellOpener(request, { type: 'manyhands:code', code })) window.close();
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
