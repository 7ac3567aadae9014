import { operatorClientsPath, type OperatorClientsPage as Data } from '../../contract/client-pages.ts';
import { ClientFields, Fault } from './fields.tsx';

/** Where operators register a client that nobody requested. */
export function RegisterClient({ adding }: Pick<Data, 'adding'>) {
  const { given, faults = {} } = adding ?? {};
  return (
    <details open={adding !== undefined}>
      <summary>For somebody who did not request one</summary>
      <form method="post" action={`${operatorClientsPath}/add`} class="stack">
        {adding && (
          <p class="field-fault" role="alert">
            Nothing was registered yet: look at the fields that are marked.
          </p>
        )}
        <ClientFields given={given} faults={faults}>
          <div class="field">
            <label for="client-owner">E-mail address of its owner</label>
            <input
              id="client-owner"
              name="owner"
              type="email"
              required
              maxLength={254}
              autocomplete="off"
              value={given?.owner}
              aria-invalid={faults.owner !== undefined}
              aria-describedby="client-owner-says client-owner-fault"
            />
            <p class="quiet" id="client-owner-says">
              They make its secret, and their API key may stand for it. They get a mail.
            </p>
            <Fault id="client-owner-fault" text={faults.owner} />
          </div>
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
