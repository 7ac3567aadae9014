import type { ComponentChildren } from 'preact';

type Props = {
  action: string;
  fields?: Record<string, string | number>;
  children: ComponentChildren;
  /** The name for screen readers, where the text alone is not enough: one of many "Revoke" buttons. */
  label?: string;
  look?: 'primary' | 'plain' | 'danger' | 'link';
};

/**
 * A form with a button only, for a change that needs one press and no script. Any site can open our page under the
 * second press of a double click, so the button is disabled for a moment (`awake.ts`).
 */
export function PostButton({ action, fields = {}, children, label, look = 'plain' }: Props) {
  return (
    <form method="post" action={action} class="post-button">
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button class={`button ${look}${look === 'link' ? '' : ' waking'}`} aria-label={label}>
        {children}
      </button>
    </form>
  );
}
