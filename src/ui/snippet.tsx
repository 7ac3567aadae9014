import { useWords } from './words/use-words.tsx';

/** Something to copy: selectable without a script, with a button where there is one (`../pages/copy.ts`). */
export function Snippet({ name, label, code }: { name: string; label: string; code: string }) {
  const w = useWords().words.copy;
  return (
    <div class="copy-field block" data-copy={JSON.stringify(w)}>
      <div class="copy-head">
        <span id={`snippet-${name}`} class="copy-label">
          {label}
        </span>
        <span role="status" class="copy-status" />
        <button type="button" class="button plain" hidden aria-describedby={`snippet-${name}`}>
          {w.copy}
        </button>
      </div>
      <pre tabIndex={0} role="region" aria-labelledby={`snippet-${name}`} data-snippet={name}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
