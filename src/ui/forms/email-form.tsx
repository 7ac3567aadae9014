import { EmailField } from './email-field.tsx';
import { Named } from '../named.tsx';
import { SaidParagraph, useWords } from '../words/use-words.tsx';

/** The form that asks for a sign-in link, wherever one is asked to sign in. */
export function EmailForm({ next, fault, lang }: { next: string; fault?: string; lang?: string }) {
  const { words } = useWords();
  return (
    <form method="post" action="/sign-in" class="stack">
      <EmailField id="email" fault={fault} />
      <input type="hidden" name="next" value={next} />
      {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
      <button class="button primary">{words.signIn.send}</button>
    </form>
  );
}

type MailSentProps = { isDevelopment: boolean; anywhere?: boolean; to?: string | undefined };

/** The page after the form, once the mail is on its way; its words are the same for known and unknown addresses. */
export function MailSent({ isDevelopment, anywhere, to }: MailSentProps) {
  const { words } = useWords();
  return (
    <>
      <p>{anywhere ? words.signIn.sentAnywhere : words.signIn.sent}</p>
      {/* A mistyped address is why most people wait in vain. */}
      {to !== undefined && <SaidParagraph text={words.signIn.sentTo} of={{ address: <Named>{to}</Named> }} />}
      {isDevelopment && <OutboxLink />}
    </>
  );
}

/** Where the mails of a service without SMTP are. */
export const OutboxLink = () => (
  <p class="development">
    <strong>Development</strong>{' '}
    <a href="/dev/outbox" target="_blank" rel="noopener">
      Open the outbox
    </a>
  </p>
);
