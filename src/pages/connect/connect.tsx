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

/** The popup's own address, also after one of its forms was posted. */
const addressOf = (request: ConnectRequest) =>
  `${popupPath}?${new URLSearchParams({ ...request, project_id: String(request.project_id) })}`;

/** The confirmation message's popup: names the requesting site and project, and asks the participant for permission. */
export function ConnectPage({ data, path }: PageProps<'connect'>) {
  const w = useWords().words.connect;
  const { state, project, origin, request } = data;
  const here = request ? addressOf(request) : path;
  const isCutOff = useCutOff(origin);
  const isAsking = state === 'sign-in' || state === 'ask';
  // Sent whether or not the visitor is signed in, so the opening page cannot tell.
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
