import { useEffect, useState } from 'preact/hooks';
import type { ProjectHead } from '../../contract/pages.ts';
import { EmailForm } from '../../ui/email-form.tsx';
import { PasskeyForm } from '../../ui/passkey-form.tsx';
import { Named, SiteName } from '../../ui/named.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { useWhenSignedIn } from './when-signed-in.ts';

type Props = { project?: ProjectHead; origin?: string; next: string; lang?: string };

/** Names the project that wants to credit, and offers to sign in; goes on by itself after a sign-in in another tab. */
export function SignInFirst({ project, origin, next, lang: told }: Props) {
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
      <PasskeyForm next={next} isRefused={false} />
      <p class="quiet">{w.how}</p>
    </>
  );
}
