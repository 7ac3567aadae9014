import {
  type AwaitingRequest,
  operatorClientsPath,
  type OperatorClientsPage as Data,
} from '../../contract/pages/clients.ts';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { OperatorTabs } from '../operator/tabs.tsx';
import type { PageProps } from '../page.ts';
import { ClientDescription } from './facts.tsx';
import { RegisterClient } from './register-client.tsx';
import { Section } from '../../ui/section.tsx';

const doneWords = {
  granted: 'has a client now. Its owner makes the secret on the page of their keys.',
  refused: 'gets no client. The owner reads your reason on the page of their keys.',
  disabled: 'is disabled, and its tokens have ended.',
  registered: 'is registered. Its owner got a mail, and makes the secret on the page of their keys.',
} as const;

/** For operators: owners' requests for clients, and all clients. */
export function OperatorClientsPage({ data, path }: PageProps<'operator-clients'>) {
  const { requests, clients, done, fault, adding } = data;
  return (
    <>
      <h1>OAuth clients</h1>
      <OperatorTabs path={path} />
      <p class="lead">
        Sites that participants can authorize (gold tier). Owners request them on the page of their keys.
      </p>
      <Notice kind="fault" says={fault} />
      {done && (
        <Notice kind="done">
          <p>
            <strong>{done.name}</strong> {doneWords[done.as]}
          </p>
        </Notice>
      )}
      <Section id="requests" title="Requests">
        {requests.length === 0 ? (
          <p>No one is waiting.</p>
        ) : (
          <ul class="cards one">
            {requests.map((request) => (
              <Request shown={request} />
            ))}
          </ul>
        )}
      </Section>
      <Section id="clients" title="Clients">
        {clients.length === 0 ? (
          <p>There is none yet.</p>
        ) : (
          <ul class="cards one">
            {clients.map((client) => (
              <Client shown={client} />
            ))}
          </ul>
        )}
      </Section>
      <Section id="register" title="Register a client">
        <RegisterClient adding={adding} />
        <p class="quiet">
          The command <code>oauth-client</code> does the same in a terminal, and replaces a secret.
        </p>
      </Section>
    </>
  );
}

const Request = ({ shown }: { shown: AwaitingRequest }) => (
  <li class="card">
    <h3>{shown.name}</h3>
    <p class="byline">
      <span>
        {shown.owner ?? 'An account that is gone'} · requested <Time value={shown.made} />
      </span>
    </p>
    {!shown.manages && (
      <p>
        <strong>This person no longer manages the project.</strong>
      </p>
    )}
    <ClientDescription facts={shown} />
    <form method="post" action={`${operatorClientsPath}/decide`} class="stack">
      <input type="hidden" name="id" value={shown.id} />
      <div class="field">
        <label for={`reason-${shown.id}`}>If you refuse it: why, for the owner</label>
        <input id={`reason-${shown.id}`} name="reason" maxLength={500} autocomplete="off" />
      </div>
      <p class="hint">A refusal ends this request; the owner reads why, and can send another.</p>
      <div class="answers">
        <button class="button primary waking" name="answer" value="grant" aria-label={`Grant ${shown.name}`}>
          Grant
        </button>
        <button class="button plain waking" name="answer" value="refuse" aria-label={`Refuse ${shown.name}`}>
          Refuse
        </button>
      </div>
    </form>
  </li>
);

const Client = ({ shown }: { shown: Data['clients'][number] }) => (
  <li class="card">
    <h3>{shown.name}</h3>
    <p class="byline">
      <span>
        {shown.owner ?? 'An account that is gone'} · since <Time value={shown.since} /> ·{' '}
        {shown.disabled === undefined ? (
          `authorized by ${counted(shown.people, 'person', 'people')}`
        ) : (
          <>
            disabled <Time value={shown.disabled} />
          </>
        )}
      </span>
    </p>
    <p>
      <code>{shown.clientId}</code>
    </p>
    <ClientDescription facts={shown} />
    {shown.disabled === undefined && (
      <details>
        <summary>Disable</summary>
        <form method="post" action={`${operatorClientsPath}/disable`} class="stack">
          <input type="hidden" name="id" value={shown.clientId} />
          <label class="check">
            <input type="checkbox" name="sure" value="yes" required />
            <span>
              {shown.name} stops working, and the authorizations of{' '}
              {counted(shown.people, 'person', 'people')} end. It cannot be undone: the owner requests another
              client, and each person is asked again. Contributions stay.
            </span>
          </label>
          <button class="button danger waking">Disable {shown.name}</button>
        </form>
      </details>
    )}
  </li>
);
