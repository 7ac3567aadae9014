import { useEffect, useState } from 'preact/hooks';
import type { ProjectHead } from '../../contract/pages.ts';
import { SiteName } from '../../ui/named.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { CloseButton } from './close-button.tsx';
import { tellOpener, type ConnectRequest } from './tell-opener.ts';

/**
 * In milliseconds. The page that opened this window closes it as soon as it has the code. On a busy machine the code
 * arrives late: if the window is closed by then, the browser may drop the message, and the page takes it for a refusal.
 */
const closesAfter = 4000;

type Props = { project: ProjectHead; request: ConnectRequest; code: string };

/** The answer on its way back; closes by itself. */
export function HandOver({ project, request, code }: Props) {
  const w = useWords().words.connect;
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!tellOpener(request, { type: 'manyhands:code', code })) return setLost(true);
    const timer = setTimeout(() => window.close(), closesAfter);
    return () => clearTimeout(timer);
  }, []);
  return isLost ? (
    <>
      <h1>{w.lost}</h1>
      <p role="status">
        <Said
          text={w.lostText}
          of={{
            site: <SiteName origin={request.origin} />,
          }}
        />
      </p>
      <CloseButton>{w.close}</CloseButton>
    </>
  ) : (
    <>
      <h1>{w.thanks}</h1>
      <SaidParagraph text={w.thanksText} of={{ project: <bdi>{project.title}</bdi> }} />
      <noscript>
        <p>{w.noScript}</p>
      </noscript>
      <CloseButton>{w.close}</CloseButton>
    </>
  );
}
