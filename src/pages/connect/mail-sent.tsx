import { MailSent } from '../../ui/email-form.tsx';
import { localPath } from '../../ui/local-path.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { useWhenSignedIn } from './when-signed-in.ts';

/** The popup between the address and the mailed link. */
type Props = { next: string; isDevelopment: boolean; to: string | undefined };

export function PopupMailSent({ next, isDevelopment, to }: Props) {
  const { connect, signIn } = useWords().words;
  const onward = localPath(next);
  // Replaced rather than reloaded: this page answered a POST, which a reload would send again.
  useWhenSignedIn(() => location.replace(onward));
  return (
    <>
      <h1>{signIn.sentTitle}</h1>
      <MailSent isDevelopment={isDevelopment} to={to} />
      <p>{connect.keepOpen}</p>
      <p>
        <a class="button plain" href={onward}>
          {connect.onward}
        </a>
      </p>
      <p class="quiet">{connect.nothingYet}</p>
    </>
  );
}
