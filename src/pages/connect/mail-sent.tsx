import type { SignInPage } from '../../contract/pages/sign-in.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { MailSent } from '../../ui/forms/email-form.tsx';
import { localPath } from '../../ui/local-path.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { WaitingForm } from '../../ui/forms/waiting-form.tsx';
import { useWhenSignedIn } from './when-signed-in.ts';

/** The popup between the address and the mailed link. */
type Props = Pick<SignInPage, 'next' | 'to' | 'waiting'> & { isDevelopment: boolean };

export function PopupMailSent({ next, isDevelopment, to, waiting }: Props) {
  const { connect, signIn } = useWords().words;
  const onward = localPath(next);
  // Replaced rather than reloaded: this page answered a POST, which a reload would send again.
  useWhenSignedIn(() => location.replace(onward));
  return (
    <>
      <h1>{signIn.sentTitle}</h1>
      <MailSent isDevelopment={isDevelopment} to={to} />
      <p>{connect.keepOpen}</p>
      <WaitingForm waiting={waiting} next={next} />
      <p>
        <ButtonLink href={onward} text={connect.onward} />
      </p>
      <p class="quiet">{connect.nothingYet}</p>
    </>
  );
}
