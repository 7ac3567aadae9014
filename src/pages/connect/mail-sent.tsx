import { MailSent } from '../../ui/email-form.tsx';
import { localPath } from '../../ui/local-path.ts';
import { useWhenSignedIn } from './when-signed-in.ts';

/** The popup between the address and the mailed link. */
export function PopupMailSent({ next, isDevelopment }: { next: string; isDevelopment: boolean }) {
  const onward = localPath(next);
  // Replaced rather than reloaded: this page answered a POST, which a reload would send again.
  useWhenSignedIn(() => location.replace(onward));
  return (
    <>
      <h1>Look into your mail</h1>
      <MailSent isDevelopment={isDevelopment} />
      <p>Keep this window open: it goes on by itself.</p>
      <p>
        <a class="button plain" href={onward}>
          Continue
        </a>
      </p>
      <p class="quiet">Nothing after some minutes? Look into the spam folder, or continue and ask again.</p>
    </>
  );
}
