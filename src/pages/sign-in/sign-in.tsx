import { EmailForm, MailSent } from '../../ui/forms/email-form.tsx';
import { PasskeyForm } from '../../ui/forms/passkey-form.tsx';
import { WaitingForm } from '../../ui/forms/waiting-form.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { PopupMailSent } from '../connect/mail-sent.tsx';
import { isConsentAddress, isPopupAddress } from '../connect/popup-path.ts';
import type { PageProps } from '../page.ts';

/** Sign-in without a password: an address, and a link mailed to it. The popup shows it as one of its steps. */
export function SignInPage({ data, frame }: PageProps<'sign-in'>) {
  const { state, next, lang, waiting } = data;
  const { words } = useWords();
  const w = words.signIn;
  const fault = data.known ? w[data.known] : data.fault;
  const isDevelopment = frame.development !== undefined;
  if (state === 'sent' && isPopupAddress(next))
    return <PopupMailSent next={next} isDevelopment={isDevelopment} to={data.to} waiting={waiting} />;
  if (state === 'there')
    return (
      <div class="narrow">
        <h1>{w.thereTitle}</h1>
        <p>{w.there}</p>
      </div>
    );
  return (
    <div class="narrow">
      {state === 'sent' ? (
        <>
          <h1>{w.sentTitle}</h1>
          <MailSent isDevelopment={isDevelopment} to={data.to} />
          <WaitingForm waiting={waiting} next={next} />
          <p class="quiet">
            <Said text={w.nothing} of={{ again: <a href={signInFor(next)}>{w.tryAgain}</a> }} />
          </p>
        </>
      ) : (
        <>
          <h1>{w.title}</h1>
          <p>{w.how}</p>
          <EmailForm next={next} fault={fault} lang={lang} />
          <PasskeyForm next={next} refused={data.refusedPasskey} />
        </>
      )}
    </div>
  );
}

/** The address of the form for another link; during an authorization, one that returns to it. */
const signInFor = (next: string) =>
  isConsentAddress(next) ? `/sign-in?next=${encodeURIComponent(next)}` : '/sign-in';
