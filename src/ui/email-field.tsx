import type { ComponentChildren } from 'preact';

type Props = { id: string; fault: string | undefined; value?: string; label?: ComponentChildren };

/** The field of every form that asks for an e-mail address; `id` is the field's own on its page. */
export function EmailField({ id, fault, value, label = 'E-mail address' }: Props) {
  const faultId = `${id}-fault`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name="email"
        type="email"
        required
        maxLength={254}
        autocomplete="email"
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
      />
      {fault !== undefined && (
        <p class="field-fault" id={faultId}>
          {fault}
        </p>
      )}
    </div>
  );
}
