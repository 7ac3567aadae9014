import { operatorClientsPath, type OperatorClientsPage as Data } from '../../contract/pages/clients.ts';
import { FormFault, TextField } from '../../ui/forms/text-field.tsx';
import { ClientFields } from './fields.tsx';

/** Where operators register a client that nobody requested. */
export function RegisterClient({ adding }: Pick<Data, 'adding'>) {
  const { given, faults = {} } = adding ?? {};
  return (
    <details open={adding !== undefined}>
      <summary>For someone who did not request one</summary>
      <form method="post" action={`${operatorClientsPath}/add`} class="stack">
        <FormFault text={adding && 'Nothing was registered yet: look at the fields that are marked.'} />
        <ClientFields given={given} faults={faults}>
          <TextField
            id="client-owner"
            name="owner"
            type="email"
            label="Email address of its owner"
            says="They make its secret, and their API key may stand for it. They get a mail."
            maxLength={254}
            value={given?.owner}
            fault={faults.owner}
          />
        </ClientFields>
        <label class="check">
          <input type="checkbox" name="legacy" value="yes" checked={given?.isLegacy ?? false} />
          <span>
            <strong>Legacy</strong>
            <br />
            It may do without PKCE and without redirect_uri. Only for a program that cannot be changed.
          </span>
        </label>
        <button class="button primary waking">Register the client</button>
      </form>
    </details>
  );
}
