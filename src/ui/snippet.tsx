/** Something to copy: selectable without a script, with a button where there is one (`../copy.ts`). */
export function Snippet({ name, label, code }: { name: string; label: string; code: string }) {
  return (
    <div class="copy-field block" data-copy>
      <div class="copy-head">
        <span id={`snippet-${name}`} class="copy-label">
          {label}
        </span>
        <span role="status" class="copy-status" />
        <button type="button" class="button plain" hidden aria-describedby={`snippet-${name}`}>
          Copy
        </button>
      </div>
      <pre tabIndex={0} role="region" aria-labelledby={`snippet-${name}`} data-snippet={name}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
