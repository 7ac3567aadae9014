import {
  clientPath,
  type OwnClient,
  type OwnClients,
  type OwnRequest,
} from '../../contract/pages/clients.ts';
import { about } from '../../ui/format.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { ClientDescription } from './facts.tsx';
import { Section } from '../../ui/section.tsx';

/** The OAuth clients of an owner, on the page of their keys. */
export const OwnClientsSection = ({ own: { clients, requests } }: { own: OwnClients }) => (
  <Section id="clients" title="Clients for the gold tier">
    <p>
      With a client, participants authorize your site, and you get their profile ids from themselves (OAuth 2,{' '}
      <a href="/docs/gold">how it works</a>). An operator grants it.
    </p>
    {clients.length + requests.length > 0 && (
      <ul class="cards one">
        {requests.map((request) => (
          <Request shown={request} />
        ))}
        {clients.map((client) => (
          <Client shown={client} />
        ))}
      </ul>
    )}
    <p>
      <a class="button plain" href={clientPath}>
        Request a client
      </a>
    </p>
  </Section>
);

const Request = ({ shown }: { shown: OwnRequest }) => (
  <li class="card">
    <h3>{shown.name}</h3>
    <p class="byline">
      Requested <Time value={shown.made} /> ·{' '}
      {shown.refused === undefined ? 'waiting for an operator' : 'refused'}
    </p>
    {shown.refused !== undefined && <p>An operator wrote: “{shown.refused}”</p>}
    <ClientDescription facts={shown} />
    <p class="hint">
      {shown.refused === undefined
        ? 'Withdrawn, no operator sees it any more; you can send another request at any time.'
        : 'Removing it deletes this answer permanently; you can send another request at any time.'}
    </p>
    <PostButton
      action={`${clientPath}/withdraw`}
      fields={{ id: shown.id }}
      label={`${shown.refused === undefined ? 'Withdraw' : 'Remove from this list'}: ${shown.name}`}
    >
      {shown.refused === undefined ? 'Withdraw' : 'Remove from this list'}
    </PostButton>
  </li>
);

const Client = ({ shown }: { shown: OwnClient }) => (
  <li class="card">
    <h3>{shown.name}</h3>
    <p class="byline">
      Authorized by {about(shown.people)} people
      {shown.formerUntil !== undefined && (
        <>
          {' '}
          · the old secret works until <Time value={shown.formerUntil} />
        </>
      )}
    </p>
    <p>
      Client id: <code>{shown.clientId}</code>
    </p>
    <ClientDescription facts={shown} />
    {!shown.isPublic &&
      (shown.hasSecret ? (
        <ReplaceSecret shown={shown} />
      ) : (
        <PostButton
          action={`${clientPath}/secret`}
          fields={{ id: shown.clientId }}
          look="primary"
          label={`Make its secret: ${shown.name}`}
        >
          Make its secret
        </PostButton>
      ))}
  </li>
);

const ReplaceSecret = ({ shown: { clientId, name } }: { shown: OwnClient }) => (
  <details>
    <summary>Replace the secret</summary>
    <form method="post" action={`${clientPath}/secret`} class="stack">
      <input type="hidden" name="id" value={clientId} />
      <div class="field">
        <label for={`hours-${clientId}`}>When the old secret of {name} ends</label>
        <select id={`hours-${clientId}`} name="hours">
          <option value="0">At once: if someone else may have it</option>
          <option value="24" selected>
            In 24 hours
          </option>
          <option value="168">In 7 days</option>
        </select>
      </div>
      <p class="hint">The old secret cannot be brought back. What participants authorized stays.</p>
      <button class="button plain waking" aria-label={`Make a new secret: ${name}`}>
        Make a new secret
      </button>
    </form>
  </details>
);
