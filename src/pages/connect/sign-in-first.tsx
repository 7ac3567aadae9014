import { useEffect, useState } from 'preact/hooks';
import type { ProjectHead } from '../../contract/pages.ts';
import { EmailForm } from '../../ui/email-form.tsx';
import { PasskeyForm } from '../../ui/passkey-form.tsx';
import { useWhenSignedIn } from './when-signed-in.ts';

type Props = { project?: ProjectHead; origin?: string; fault?: string; next: string; lang?: string };

/** Who wants to credit, and the way to say who you are; goes on by itself after a sign-in in another tab. */
export function SignInFirst({ project, origin, fault, next, lang: told }: Props) {
  // The browser's own dialog cannot say in which language the embed spoke.
  const [lang, setLang] = useState(told);
  useEffect(() => setLang(told ?? navigator.language), []);
  useWhenSignedIn(() => location.reload());
  return (
    <>
      <h1>Sign in to get the credit</h1>
      <p>
        {project ? <strong>{project.title}</strong> : 'A project'}
        {origin !== undefined && (
          <>
            {' '}
            on <span class="origin">{origin}</span>
          </>
        )}{' '}
        wants to credit your contributions to you.
      </p>
      <EmailForm next={next} fault={fault} lang={lang} />
      <PasskeyForm next={next} isRefused={false} />
      <p class="quiet">
        Open the link that we mail you in this same browser; this window goes on by itself. New here? The same
        link creates your profile.
      </p>
    </>
  );
}
