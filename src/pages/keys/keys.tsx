import { keysPath, type KeysPage as Data, type OwnKey } from '../../contract/pages/keys.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { OwnClientsSection } from '../clients/own-clients.tsx';
import type { PageProps } from '../page.ts';
import { KeyForm } from './key-form.tsx';
import { LeakedKey } from './leaked-key.tsx';
import { scopesInWords } from './scopes.tsx';
import { Section } from '../../ui/section.tsx';

/** A person's API keys, and the form that makes one. */
export function KeysPage({ data }: PageProps<'keys'>) {
  const { keys, ended, revoked, maxKeys } = data;
  return (
    <>
      <h1>API keys</h1>
      <p class="lead">
        With a key, your server or a program calls <a href="/docs/api">the API</a> in your name. Your own page
        and your contributions need none.
      </p>
      {revoked !== undefined && (
        <Notice kind="done">
          <p>
            <strong>{revoked}</strong> is revoked: from now on it is refused everywhere.
          </p>
        </Notice>
      )}
      <Standing manages={data.manages} />
      <Section id="keys" title="Your keys">
        {keys.length === 0 ? (
          <p>You have no key yet.</p>
        ) : (
          <ul class="cards one">
            {keys.map((key) => (
              <Key shown={key} />
            ))}
          </ul>
        )}
        {ended.length > 0 && (
          <details>
            <summary>Keys that ended ({ended.length})</summary>
            <p>
              A key that ended stays ended. A successor of it may update the projects that were added with it.
            </p>
            <ul class="cards one">
              {ended.map((key) => (
                <EndedKey shown={key} />
              ))}
            </ul>
          </details>
        )}
      </Section>
      <Section id="make" title="Make a key">
        {keys.length >= maxKeys ? (
          <p>
            You have {maxKeys} keys in use, which is the most. Revoke one that nothing uses to make another
            one.
          </p>
        ) : (
          <KeyForm data={data} />
        )}
      </Section>
      <OwnClientsSection own={data.own} />
      <LeakedKey />
    </>
  );
}

/** Describes the effect of a key of this person at present. */
function Standing({ manages }: Pick<Data, 'manages'>) {
  if (manages === 'published') return null;
  return (
    <Notice kind="note">
      {manages === 'nothing' ? (
        <p>
          <strong>You manage no project yet.</strong> You can make a key already: it searches the directory,
          adds a project (<a href="/docs/api/project-add">how</a>), and looks up ten different addresses a day
          to try. It records nothing until you manage a project. If your project is in the directory already,
          ask its owner to invite you, or the operators of this service to make you one of its managers.
        </p>
      ) : (
        <p>
          <strong>None of your projects is published yet.</strong> Until an editor has looked, contributions
          are recorded as tests, which are deleted at publication, and a key looks up ten different addresses
          a day.
        </p>
      )}
    </Notice>
  );
}

const Dates = ({ shown: { scopes, made, used } }: { shown: OwnKey }) => (
  <p class="byline">
    {scopesInWords(scopes)} · made <Time value={made} /> ·{' '}
    {used === undefined ? (
      'never used'
    ) : (
      <>
        last used <Time value={used} />
      </>
    )}
  </p>
);

function Key({ shown }: { shown: OwnKey }) {
  const { id, name, ends } = shown;
  return (
    <li class="card split">
      <div>
        <h3>{name}</h3>
        <Dates shown={shown} />
        {ends !== undefined && (
          <p class="byline">
            Replaced: it works until <Time value={ends} />.
          </p>
        )}
      </div>
      <div class="answers">
        {ends === undefined && (
          <a class="button plain" href={`${keysPath}/${id}/replace`} aria-label={`Replace ${name}`}>
            Replace
          </a>
        )}
        <a class="button danger" href={`${keysPath}/${id}/revoke`} aria-label={`Revoke ${name}`}>
          Revoke
        </a>
      </div>
    </li>
  );
}

const EndedKey = ({ shown }: { shown: OwnKey }) => (
  <li class="card split">
    <div>
      <h3>{shown.name}</h3>
      <Dates shown={shown} />
      <p class="byline">
        Ended <Time value={shown.ends ?? ''} />
      </p>
    </div>
    <a
      class="button plain"
      href={`${keysPath}/${shown.id}/replace`}
      aria-label={`Create a replacement of ${shown.name}`}
    >
      Create a replacement
    </a>
  </li>
);
