import {
  clientPath,
  type OwnClient,
  type OwnClients,
  type OwnRequest,
} from '../../contract/pages/clients.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { Section } from '../../ui/section.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { ClientDescription } from './facts.tsx';

/** The OAuth clients of an owner, on the page of their keys. */
export function OwnClientsSection({ own: { clients, requests } }: { own: OwnClients }) {
  const w = useWords().words.clients;
  return (
    <Section id="clients" title={w.title}>
      <SaidParagraph text={w.says} of={{ how: <a href="/docs/gold">{w.how}</a> }} />
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
        <ButtonLink href={clientPath} text={w.request} />
      </p>
    </Section>
  );
}

function Request({ shown }: { shown: OwnRequest }) {
  const { words, say } = useWords();
  const w = words.clients;
  const isWaiting = shown.refused === undefined;
  const act = isWaiting ? w.withdraw : w.remove;
  return (
    <li class="card">
      <h3>{shown.name}</h3>
      <p class="byline">
        <span>
          <Said text={w.requested} of={{ date: <Time value={shown.made} /> }} /> ·{' '}
          {isWaiting ? w.waiting : w.refused}
        </span>
      </p>
      {shown.refused !== undefined && <p>{say(w.wrote, { text: shown.refused })}</p>}
      <ClientDescription facts={shown} />
      <p class="hint">{isWaiting ? w.withdrawSays : w.removeSays}</p>
      <PostButton
        action={`${clientPath}/withdraw`}
        fields={{ id: shown.id }}
        label={say(w.named, { act, name: shown.name })}
      >
        {act}
      </PostButton>
    </li>
  );
}

function Client({ shown }: { shown: OwnClient }) {
  const { words, say, people } = useWords();
  const w = words.clients;
  return (
    <li class="card">
      <h3>{shown.name}</h3>
      <p class="byline">
        <span>
          {say(w.authorized, { people: people(shown.people) })}
          {shown.formerUntil !== undefined && (
            <>
              {' '}
              · <Said text={w.former} of={{ date: <Time value={shown.formerUntil} /> }} />
            </>
          )}
        </span>
      </p>
      <SaidParagraph text={w.id} of={{ id: <code>{shown.clientId}</code> }} />
      <ClientDescription facts={shown} />
      {!shown.isPublic &&
        (shown.hasSecret ? (
          <ReplaceSecret shown={shown} />
        ) : (
          <PostButton
            action={`${clientPath}/secret`}
            fields={{ id: shown.clientId }}
            look="primary"
            label={say(w.named, { act: w.makeSecret, name: shown.name })}
          >
            {w.makeSecret}
          </PostButton>
        ))}
    </li>
  );
}

function ReplaceSecret({ shown: { clientId, name } }: { shown: OwnClient }) {
  const { words, say } = useWords();
  const w = words.clients;
  return (
    <details>
      <summary>{w.replaceSecret}</summary>
      <form method="post" action={`${clientPath}/secret`} class="stack">
        <input type="hidden" name="id" value={clientId} />
        <div class="field">
          <label for={`hours-${clientId}`}>{say(w.when, { name })}</label>
          <select id={`hours-${clientId}`} name="hours">
            <option value="0">{w.now}</option>
            <option value="24" selected>
              {w.in24}
            </option>
            <option value="168">{w.in7}</option>
          </select>
        </div>
        <p class="hint">{w.replaceSays}</p>
        <button class="button plain waking" aria-label={say(w.named, { act: w.newSecret, name })}>
          {w.newSecret}
        </button>
      </form>
    </details>
  );
}
