import { useEffect, useState } from 'preact/hooks';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { Ask } from './ask.tsx';
import { CloseButton } from './close-button.tsx';
import { CutOff, useCutOff } from './cut-off.tsx';
import { HandOver } from './hand-over.tsx';
import { popupPath } from './popup-path.ts';
import { type ConnectRequest, tellOpener } from './tell-opener.ts';
import type { ProjectHead } from '../../contract/pages.ts';
import { EmailForm } from '../../ui/forms/email-form.tsx';
import { PasskeyForm } from '../../ui/forms/passkey-form.tsx';
import { Named, SiteName } from '../../ui/named.tsx';
import { useWhenSignedIn } from './when-signed-in.ts';

type Props = { project?: ProjectHead; origin?: string; next: string; lang?: string };

/** Names the project that wants to credit, and offers to sign in; goes on by itself after a sign-in in another tab. */
function SignInFirst({ project, origin, next, lang: told }: Props) {
  // The browser's own dialog cannot say in which language the embed spoke.
  const [lang, setLang] = useState(told);
  useEffect(() => setLang(told ?? navigator.language), []);
  useWhenSignedIn(() => location.reload());
  const w = useWords().words.connect;
  const names = {
    project: <Named>{project?.title}</Named>,
    site: <SiteName origin={origin} />,
  };
  return (
    <>
      <h1>{w.signIn}</h1>
      <p>{project ? <Said text={w.wants} of={names} /> : w.someWants}</p>
      <EmailForm next={next} lang={lang} />
      <PasskeyForm next={next} />
      <p class="quiet">{w.how}</p>
    </>
  );
}

/** FedCM's; not yet among TypeScript's own. */
type Federating = { IdentityProvider?: { close: () => void } };

/** The end of a sign-in that the browser's dialog asked for: it goes on there. In a tab of its own this closes nothing. */
function SignedIn() {
  const w = useWords().words.connect;
  useEffect(() => (window as Federating).IdentityProvider?.close(), []);
  return (
    <>
      <h1>{w.signedIn}</h1>
      <p role="status">{w.signedInText}</p>
      <CloseButton>{w.close}</CloseButton>
    </>
  );
}

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
