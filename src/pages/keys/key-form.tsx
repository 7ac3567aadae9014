import { keysPath, type KeysPage } from '../../contract/pages/keys.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { scopeOrder, scopeWords } from './scopes.tsx';

/** Asks for a name and for what the key may do; nothing more than recording is chosen beforehand. */
export function KeyForm({ data: { form, given, faults = {} } }: { data: KeysPage }) {
  const chosen = given?.scopes ?? ['record'];
  return (
    <form method="post" action={keysPath} class="stack key-form">
      {faults.form !== undefined && (
        <p class="field-fault" role="alert">
          {faults.form}
        </p>
      )}
      <TextField
        id="key-name"
        name="name"
        label="Name"
        says="What uses it, such as “Web server”. Only you see the name."
        maxLength={60}
        value={given?.name}
        fault={faults.name}
      />
      <fieldset
        class="key-scopes"
        aria-describedby={faults.scopes === undefined ? undefined : 'scopes-fault'}
      >
        <legend>What it may do</legend>
        {scopeOrder.map((scope) => (
          <label class="check">
            <input type="checkbox" name={scope} value="yes" checked={chosen.includes(scope)} />
            <span>
              <strong>{scopeWords[scope].title}</strong>
              <br />
              {scopeWords[scope].says}
            </span>
          </label>
        ))}
        {faults.scopes !== undefined && (
          <p class="field-fault" id="scopes-fault">
            {faults.scopes}
          </p>
        )}
      </fieldset>
      <input type="hidden" name="form" value={form} />
      <button class="button primary">Make the key</button>
    </form>
  );
}
