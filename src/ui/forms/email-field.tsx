import { useWords } from '../words/use-words.tsx';
import { Field } from './text-field.tsx';

type Props = { id: string; fault: string | undefined; value?: string; label?: string };

/** The field of every form that asks for an email address; `id` is the field's own on its page. */
export function EmailField({ id, fault, value, label }: Props) {
  const { words } = useWords();
  return (
    <Field id={id} name="email" label={label ?? words.signIn.email} fault={fault}>
      {(control) => (
        <input {...control} type="email" required maxLength={254} autocomplete="email" value={value} />
      )}
    </Field>
  );
}
