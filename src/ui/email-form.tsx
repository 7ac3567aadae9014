import type { ComponentChildren } from 'preact';
import { EmailField } from './email-field.tsx';

type Props = {
  next: string;
  fault?: string;
  /** Of the mail. */
  lang?: string | undefined;
  /** Of the form, if it is not English. */
  words?: Record<'label' | 'send', ComponentChildren>;
};

/** The form that asks for a sign-in link, wherever one is asked to sign in. */
export function EmailForm({ next, fault, lang, words }: Props) {
  return (
    <form method="post" action="/sign-in" class="stack">
      <EmailField id="email" fault={fault} {...(words && { label: words.label })} />
      <input type="hidden" name="next" value={next} />
      {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
      <button class="button primary">{words?.send ?? 'Mail me a link'}</button>
    </form>
  );
}

/** What to do once the mail is on its way; the words are the same for known and unknown addresses. */
export const MailSent = ({ isDevelopment, anywhere }: { isDevelopment: boolean; anywhere?: boolean }) => (
  <>
    <p>A mail with a link is on its way to you. Open the link{anywhere ? '' : ' in this same browser'}.</p>
    {isDevelopment && <OutboxLink />}
  </>
);

/** Where the mails of a service without SMTP are. */
export const OutboxLink = () => (
  <p class="development">
    <strong>Development</strong>{' '}
    <a href="/dev/outbox" target="_blank" rel="noopener">
      Open the outbox
    </a>
  </p>
);
