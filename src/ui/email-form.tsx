import { EmailField } from './email-field.tsx';

/** The form that asks for a sign-in link, wherever one is asked to sign in. */
export function EmailForm({ next, fault, lang }: { next: string; fault?: string; lang?: string }) {
  return (
    <form method="post" action="/sign-in" class="stack">
      <EmailField id="email" fault={fault} />
      <input type="hidden" name="next" value={next} />
      {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
      <button class="button primary">Mail me a link</button>
    </form>
  );
}

/** Instructions after the mail was sent; the same text for known and unknown addresses. */
export const MailSent = ({ isDevelopment, anywhere }: { isDevelopment: boolean; anywhere?: boolean }) => (
  <>
    <p>A mail with a link is on its way to you. Open the link{anywhere ? '' : ' in this same browser'}.</p>
    {isDevelopment && <OutboxLink />}
  </>
);

/** A link to the outbox of a service without SMTP. */
export const OutboxLink = () => (
  <p class="development">
    <strong>Development</strong>{' '}
    <a href="/dev/outbox" target="_blank" rel="noopener">
      Open the outbox
    </a>
  </p>
);
