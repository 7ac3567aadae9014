import { EmailField } from './email-field.tsx';
import { useWords } from '../words/use-words.tsx';

/** Asks for the address to which one mail goes when a project starts. */
export function TellMeForm({ path, fault }: { path: string; fault?: string }) {
  const w = useWords().words.tellMe;
  return (
    <form method="post" action={`${path}/tell-me`} class="stack">
      <p>{w.formText}</p>
      <EmailField id="tell-email" fault={fault} />
      <button class="button primary">{w.title}</button>
    </form>
  );
}
