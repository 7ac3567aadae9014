import { EmailField } from './email-field.tsx';

/** Asks for the address to which one mail goes when a project starts. */
export function TellMeForm({ path, fault }: { path: string; fault?: string }) {
  return (
    <form method="post" action={`${path}/tell-me`} class="stack">
      <p>
        We mail you once when it does. Your address is used for nothing else, and deleted after that mail, or
        after a year.
      </p>
      <EmailField id="tell-email" fault={fault} />
      <button class="button primary">Tell me when it starts</button>
    </form>
  );
}
