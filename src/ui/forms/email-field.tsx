import { useWords } from '../words/use-words.tsx';
import { FieldFault, faulty } from './text-field.tsx';

type Props = { id: string; fault: string | undefined; value?: string; label?: string };

/** The field of every form that asks for an email address; `id` is the field's own on its page. */
export function EmailField({ id, fault, value, label }: Props) {
  const { words } = useWords();
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
        {...faulty(id, fault)}
      />
      <FieldFault of={id} text={fault} />
    </div>
  );
}
