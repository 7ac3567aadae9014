import { useEffect } from 'preact/hooks';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { Ask } from './ask.tsx';
import { CloseButton } from './close-button.tsx';
import { CutOff, useCutOff } from './cut-off.tsx';
import { HandOver } from './hand-over.tsx';
import { popupPath } from './popup-path.ts';
import { SignInFirst } from './sign-in-first.tsx';
import { SignedIn } from './signed-in.tsx';
import { tellOpener, type ConnectRequest } from './tell-opener.ts';

/** The address of this popup, whichever step of it was posted last. */
const addressOf = (request: ConnectRequest) =>
  `${popupPath}?${new URLSearchParams({ ...request, project_id: String(request.project_id) })}`;

/** The popup of the confirmation message: who asks, for what, and the participant's answer. */
export function ConnectPage({ data, path }: PageProps<'connect'>) {
  const w = useWords().words.connect;
  const { state, project, origin, request } = data;
  const here = request ? addressOf(request) : path;
  const isCutOff = useCutOff(origin);
  const isAsking = state === 'sign-in' || state === 'ask';
  // Members and strangers alike: the page must not learn from it whether somebody is signed in.
  useEffect(() => void (isAsking && request && tellOpener(request, { type: 'manyhands:here' })), []);
  if (isCutOff && isAsking) return <CutOff origin={origin} />;
  if (state === 'sign-in')
    return <SignInFirst project={project} origin={origin} next={here} lang={request?.lang} />;
  if (state === 'signed-in') return <SignedIn />;
  if (state === 'ask' && project && origin && request)
    return <Ask project={project} origin={origin} account={data.account} request={request} next={here} />;
  if (state === 'done' && project && request && data.code !== undefined)
    return <HandOver project={project} request={request} code={data.code} />;
  return (
    <>
      <h1>{w.refused}</h1>
      <p role="alert">{w[data.fault ?? 'incomplete']}</p>
      <p>{w.nothing}</p>
      <CloseButton>{w.close}</CloseButton>
    </>
  );
}
