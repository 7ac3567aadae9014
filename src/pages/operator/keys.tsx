import type { OperatorKeys } from '../../contract/pages/operator.ts';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { scopesInWords } from '../keys/scopes.tsx';
import type { PageProps } from '../page.ts';
import { OperatorTabs } from './tabs.tsx';
import { Section } from '../../ui/section.tsx';

type ShownKey = NonNullable<OperatorKeys['keys']>[number];

const action = '/operator/keys';

/** The keys of a person, found by an address: a leaked one is revoked or replaced. */
export function OperatorKeysPage({ data, path }: PageProps<'operator-keys'>) {
  const { person, keys = [], made, revoked, fault } = data;
  return (
    <>
      <h1>API keys of a person</h1>
      <OperatorTabs path={path} />
      {revoked !== undefined && (
        <Notice kind="done">
          <p>
            <strong>{revoked}</strong> is revoked. The person reads so in a mail.
          </p>
        </Notice>
      )}
      {made && <Made made={made} />}
      <Notice kind="fault" says={person && fault?.message} />
      {person && (
        <section aria-labelledby="keys">
          <h2 id="keys">Keys of {person.name || person.address}</h2>
          <p class="byline">
            <span>{person.address}</span>
          </p>
          {keys.length === 0 ? (
            <p>There is none. People make their own keys on the page “API keys”.</p>
          ) : (
            <ul class="cards one">
              {keys.map((key) => (
                <Item shown={key} data={data} />
              ))}
            </ul>
          )}
          <p class="hint">
            A revoked key is refused within a second, permanently; what was recorded and added with it stays.
            A successor of it may update the projects that it added: make one by “Replace”.
          </p>
        </section>
      )}
      <Section id="find" title={person ? 'Someone else' : 'Find a person'}>
        <form method="post" action={action} class="stack" noValidate>
          <EmailField
            id="email"
            fault={person ? undefined : fault?.message}
            value={person ? '' : (fault?.typed ?? '')}
          />
          <div class="answers">
            <button class="button primary">Show their keys</button>
          </div>
        </form>
      </Section>
    </>
  );
}

const Made = ({ made: { key, name } }: { made: NonNullable<OperatorKeys['made']> }) => (
  <section aria-labelledby="made">
    <h2 id="made">The successor of {name}</h2>
    <Notice kind="warning">
      <p>
        <strong>Copy it now, and give it to its person safely.</strong> No one can read it again. The person
        has been told by mail that an operator replaced the key.
      </p>
    </Notice>
    <Snippet name="key" label="The key" code={key} />
  </section>
);

const inWords = (hours: number): string =>
  hours === 0 ? 'At once' : hours === 24 ? 'In 24 hours' : `In ${hours / 24} days`;

function Item({ shown, data }: { shown: ShownKey; data: OperatorKeys }) {
  const { id, name, scopes, made, used, ends, hasEnded, projects } = shown;
  const to = `${action}/${data.person?.id}`;
  return (
    <li class="card">
      <h3>{name}</h3>
      <p class="byline">
        <span>
          {scopesInWords(scopes, useWords().words)} · made <Time value={made} /> ·{' '}
          {used === undefined ? (
            'never used'
          ) : (
            <>
              last used <Time value={used} />
            </>
          )}
          {ends !== undefined && (
            <>
              {' '}
              · {hasEnded ? 'ended' : 'ends'} <Time value={ends} />
            </>
          )}
          {projects > 0 && ` · ${counted(projects, 'project')} added`}
        </span>
      </p>
      {(ends === undefined || hasEnded) && (
        <details>
          <summary>Replace</summary>
          <form method="post" action={to} class="stack">
            <input type="hidden" name="key" value={id} />
            <input type="hidden" name="form" value={data.form} />
            <div class="field">
              <label for={`hours-${id}`}>When the old key ends</label>
              <select id={`hours-${id}`} name="hours">
                {hasEnded ? (
                  <option value={0}>It has ended</option>
                ) : (
                  data.hours?.map((one) => (
                    <option value={one} selected={one === 24}>
                      {inWords(one)}
                    </option>
                  ))
                )}
              </select>
            </div>
            <p class="quiet">The new key has the same name and rights, and is shown to you once.</p>
            <div class="answers">
              <button class="button plain waking" name="act" value="replace">
                Replace {name}
              </button>
            </div>
          </form>
        </details>
      )}
      {!hasEnded && (
        <PostButton action={to} fields={{ key: id, act: 'revoke' }} look="danger" label={`Revoke ${name}`}>
          Revoke
        </PostButton>
      )}
    </li>
  );
}
