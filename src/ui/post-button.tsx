import type { ComponentChildren } from 'preact';

type Props = {
  action: string;
  fields?: Record<string, string | number>;
  children: ComponentChildren;
  /** What a screen reader hears where the text alone does not say about what, such as one of many "Revoke". */
  label?: string;
  look?: 'primary' | 'plain' | 'danger' | 'link';
};

/**
 * A change asked for with one press: a form of its own, so that it needs no script. Any site can open our page under
 * the second press of a double click, so the button wakes late.
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
