import { EmailForm, OutboxLink } from '../ui/email-form.tsx';
import { PasskeyForm } from '../ui/passkey-form.tsx';
import { PopupMailSent } from './connect/mail-sent.tsx';
import { isPopupAddress } from './connect/popup-path.ts';
import { consentWords } from './consent-words.ts';
import type { PageProps } from './page.ts';

/** Sign-in without a password: an address, and a link mailed to it. In the popup it is a step on the way. */
export function SignInPage({ data, frame }: PageProps<'sign-in'>) {
  const { state, next, fault, lang, speaks } = data;
  const say = consentWords(speaks);
  const isDevelopment = frame.development !== undefined;
  if (state === 'sent' && isPopupAddress(next))
    return <PopupMailSent next={next} isDevelopment={isDevelopment} />;
  return (
    <div class="narrow">
      {state === 'sent' ? (
        <>
          <h1>{say('sent.title')}</h1>
          <p>{say('sent.text')}</p>
          {isDevelopment && <OutboxLink />}
          <p class="quiet">
            {say('sent.nothing', { again: <a href={signInFor(data)}>{say('sent.again')}</a> })}
          </p>
        </>
      ) : (
        <>
          <h1>{say('join.title')}</h1>
          <p>{say('noPassword')}</p>
          <EmailForm
            next={next}
            fault={fault}
            lang={speaks ?? lang}
            words={{ label: say('email'), send: say('mailMe') }}
          />
          <PasskeyForm
            next={next}
            isRefused={data.refusedPasskey === true}
            words={{ use: say('passkey'), refused: say('passkey.refused') }}
          />
        </>
      )}
    </div>
  );
}

/** Where another link can be asked for: on the way to authorizing a site, one that leads back there. */
const signInFor = ({ speaks, next }: PageProps<'sign-in'>['data']) =>
  speaks === undefined ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
