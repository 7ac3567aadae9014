import type { ComponentChildren } from 'preact';
import { type ClientFaults, longestClientName, type TypedClient } from '../../contract/pages/clients.ts';
import { faulty, FieldFault, TextField } from '../../ui/forms/text-field.tsx';

type Props = { given: TypedClient | undefined; faults: ClientFaults };

/** Its name, and where it sends people back to; `children` come between them. */
export const ClientFields = ({ given, faults, children }: Props & { children: ComponentChildren }) => (
  <>
    <TextField
      id="client-name"
      name="name"
      label="Name"
      says="Participants read it when they are asked: the name of your site or app."
      maxLength={longestClientName}
      value={given?.name}
      fault={faults.name}
    />
    {children}
    <div class="field">
      <label for="client-redirects">Redirect addresses, one per line</label>
      <textarea
        id="client-redirects"
        name="redirects"
        required
        rows={3}
        placeholder="https://example.org/callback"
        {...faulty('client-redirects', faults.redirects, 'client-redirects-says')}
      >
        {given?.redirects}
      </textarea>
      <p class="quiet" id="client-redirects-says">
        Where participants come back to, in full: they are compared character by character. For development,{' '}
        <code>http://127.0.0.1/callback</code> stands for every port.
      </p>
      <FieldFault of="client-redirects" text={faults.redirects} />
    </div>
    <Boxes given={given} />
  </>
);

/** The client's scopes, and where it runs. */
function Boxes({ given }: Pick<Props, 'given'>) {
  const sees = (scope: 'profile' | 'email') => given?.scopes.includes(scope) ?? false;
  return (
    <>
      <fieldset class="key-scopes">
        <legend>What it asks participants for</legend>
        <p class="quiet">The number of their profile, always. It is all that crediting needs.</p>
        <label class="check">
          <input type="checkbox" name="names" value="yes" checked={sees('profile')} />
          <span>Also their names</span>
        </label>
        <label class="check">
          <input type="checkbox" name="address" value="yes" checked={sees('email')} />
          <span>Also their email address</span>
        </label>
      </fieldset>
      <fieldset class="key-scopes">
        <legend>Where it runs</legend>
        <label class="check">
          <input type="checkbox" name="public" value="yes" checked={given?.isPublic ?? false} />
          <span>
            <strong>It has no server</strong>
            <br />
            It runs in browsers or is an app, where everyone could read a secret. It gets none.
          </span>
        </label>
      </fieldset>
    </>
  );
}
