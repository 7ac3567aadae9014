import type { ComponentChildren } from 'preact';
import { type ClientFaults, longestClientName, type TypedClient } from '../../contract/pages/clients.ts';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { Field, TextField } from '../../ui/forms/text-field.tsx';

type Props = { given: TypedClient | undefined; faults: ClientFaults };

/** Its name, and where it sends people back to; `children` come between them. */
export function ClientFields({ given, faults, children }: Props & { children: ComponentChildren }) {
  const { words, translated } = useWords();
  const w = words.clients.form;
  return (
    <>
      <TextField
        id="client-name"
        name="name"
        label={w.name}
        says={w.nameSays}
        maxLength={longestClientName}
        value={given?.name}
        fault={faults.name && translated(faults.name)}
      />
      {children}
      <Field
        id="client-redirects"
        name="redirects"
        label={w.redirects}
        says={<Said text={w.redirectsSay} of={{ loopback: <code>http://127.0.0.1/callback</code> }} />}
        fault={faults.redirects && translated(faults.redirects)}
      >
        {(control) => (
          <textarea {...control} required rows={3} placeholder="https://example.org/callback">
            {given?.redirects}
          </textarea>
        )}
      </Field>
      <Boxes given={given} />
    </>
  );
}

/** The client's scopes, and where it runs. */
function Boxes({ given }: Pick<Props, 'given'>) {
  const w = useWords().words.clients.form;
  const sees = (scope: 'profile' | 'email' | 'contributions') => given?.scopes.includes(scope) ?? false;
  return (
    <>
      <fieldset class="key-scopes">
        <legend>{w.asks}</legend>
        <p class="quiet">{w.asksSay}</p>
        <label class="check">
          <input type="checkbox" name="names" value="yes" checked={sees('profile')} />
          <span>{w.names}</span>
        </label>
        <label class="check">
          <input type="checkbox" name="address" value="yes" checked={sees('email')} />
          <span>{w.address}</span>
        </label>
        <label class="check">
          <input type="checkbox" name="contributions" value="yes" checked={sees('contributions')} />
          <span>{w.contributions}</span>
        </label>
      </fieldset>
      <fieldset class="key-scopes">
        <legend>{w.where}</legend>
        <label class="check">
          <input type="checkbox" name="public" value="yes" checked={given?.isPublic ?? false} />
          <span>
            <strong>{w.noServer}</strong>
            <br />
            {w.noServerSays}
          </span>
        </label>
      </fieldset>
    </>
  );
}
