import { keysPath, type KeysPage } from '../../contract/pages/keys.ts';
import { FormFault, TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { scopeOrder } from './scopes.tsx';

/** Asks for a name and for what the key may do; nothing more than recording is chosen beforehand. */
export function KeyForm({ data: { form, given, faults = {} } }: { data: KeysPage }) {
  const { words, translated } = useWords();
  const w = words.keys;
  const chosen = given?.scopes ?? ['record'];
  return (
    <form method="post" action={keysPath} class="stack key-form">
      <FormFault text={faults.form && translated(faults.form)} />
      <TextField
        id="key-name"
        name="name"
        label={w.name}
        says={w.nameSays}
        maxLength={60}
        value={given?.name}
        fault={faults.name && translated(faults.name)}
      />
      <fieldset
        class="key-scopes"
        aria-describedby={faults.scopes === undefined ? undefined : 'scopes-fault'}
      >
        <legend>{w.may}</legend>
        {scopeOrder.map((scope) => (
          <label class="check">
            <input type="checkbox" name={scope} value="yes" checked={chosen.includes(scope)} />
            <span>
              <strong>{w.scopes[scope].title}</strong>
              <br />
              {w.scopes[scope].says}
            </span>
          </label>
        ))}
        {faults.scopes !== undefined && (
          <p class="field-fault" id="scopes-fault">
            {translated(faults.scopes)}
          </p>
        )}
      </fieldset>
      <input type="hidden" name="form" value={form} />
      <button class="button primary">{w.button}</button>
    </form>
  );
}
