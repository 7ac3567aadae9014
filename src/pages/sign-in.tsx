import { EmailForm, MailSent } from '../ui/email-form.tsx';
import { PasskeyForm } from '../ui/passkey-form.tsx';
import { PopupMailSent } from './connect/mail-sent.tsx';
import { isPopupAddress } from './connect/popup-path.ts';
import type { PageProps } from './page.ts';

/** Sign-in without a password: an address, and a link mailed to it. In the popup it is a step on the way. */
export function SignInPage({ data, frame }: PageProps<'sign-in'>) {
  const { state, next, fault, lang } = data;
  const isDevelopment = frame.development !== undefined;
  if (state === 'sent' && isPopupAddress(next))
    return <PopupMailSent next={next} isDevelopment={isDevelopment} />;
  return (
    <div class="narrow">
      {state === 'sent' ? (
        <>
          <h1>Look into your mail</h1>
          <MailSent isDevelopment={isDevelopment} />
          <p class="quiet">
            Nothing after some minutes? Look into the spam folder, or <a href="/sign-in">try again</a>.
          </p>
        </>
      ) : (
        <>
          <h1>Sign in or join</h1>
          <p>
            There is no password: we mail you a link. If you are new here, the same link creates your profile.
          </p>
          <EmailForm next={next} fault={fault} lang={lang} />
          <PasskeyForm next={next} isRefused={data.refusedPasskey === true} />
        </>
      )}
    </div>
  );
}
