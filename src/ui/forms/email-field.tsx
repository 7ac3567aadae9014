import { useWords } from '../words/use-words.tsx';

type Props = { id: string; fault: string | undefined; value?: string; label?: string };

/** The field of every form that asks for an email address; `id` is the field's own on its page. */
export function EmailField({ id, fault, value, label }: Props) {
  const { words } = useWords();
  const faultId = `${id}-fault`;
  return (
    <div class="field">
      <label for={id}>{label ?? words.signIn.email}</label>
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
