import { keysPath, type KeysPage as Data, type OwnKey } from '../../contract/pages/keys.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { OwnClientsSection } from '../clients/own-clients.tsx';
import type { PageProps } from '../page.ts';
import { KeyForm } from './key-form.tsx';
import { LeakedKey } from './leaked-key.tsx';
import { KeyLine } from './key-line.tsx';
import { Section } from '../../ui/section.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

/** A person's API keys, and the form that makes one. */
export function KeysPage({ data }: PageProps<'keys'>) {
  const { keys, ended, revoked, maxKeys } = data;
  const { words, say, number } = useWords();
  const w = words.keys;
  return (
    <>
      <h1>{w.title}</h1>
      <p class="lead">
        <Said text={w.lead} of={{ api: <a href="/docs/api">{w.api}</a> }} />
      </p>
      {revoked !== undefined && (
        <Notice kind="done" says={<Said text={w.revoked} of={{ name: <strong>{revoked}</strong> }} />} />
      )}
      <Standing manages={data.manages} />
      <Section id="keys" title={w.yours}>
        {keys.length === 0 ? (
          <p>{w.none}</p>
        ) : (
          <ul class="cards one">
            {keys.map((key) => (
              <Key shown={key} />
            ))}
          </ul>
        )}
        {ended.length > 0 && (
          <details>
            <summary>{say(w.ended, { n: number(ended.length) })}</summary>
            <p>{w.endedSays}</p>
            <ul class="cards one">
              {ended.map((key) => (
                <EndedKey shown={key} />
              ))}
            </ul>
          </details>
        )}
      </Section>
      <Section id="make" title={w.make}>
        {keys.length >= maxKeys ? <p>{say(w.most, { n: number(maxKeys) })}</p> : <KeyForm data={data} />}
      </Section>
      <OwnClientsSection own={data.own} />
      <LeakedKey />
    </>
  );
}

/** Describes the effect of a key of this person at present. */
function Standing({ manages }: Pick<Data, 'manages'>) {
  const w = useWords().words.keys;
  if (manages === 'published') return null;
  return (
    <Notice kind="note">
      {manages === 'nothing' ? (
        <p>
          <strong>{w.noProject}</strong>{' '}
          <Said text={w.noProjectSays} of={{ how: <a href="/docs/api/project-add">{w.how}</a> }} />
        </p>
      ) : (
        <p>
          <strong>{w.unpublished}</strong> {w.unpublishedSays}
        </p>
      )}
    </Notice>
  );
}

function Key({ shown }: { shown: OwnKey }) {
  const { id, name, ends } = shown;
  const { words, say } = useWords();
  const w = words.keys;
  return (
    <li class="card split">
      <div>
        <h3>{name}</h3>
        <KeyLine shown={shown} />
        {ends !== undefined && (
          <p class="byline">
            <Said text={w.until} of={{ date: <Time value={ends} /> }} />
          </p>
        )}
      </div>
      <div class="answers">
        {ends === undefined && (
          <a
            class="button plain"
            href={`${keysPath}/${id}/replace`}
            aria-label={say(w.replaceNamed, { name })}
          >
            {w.replace}
          </a>
        )}
        <a class="button danger" href={`${keysPath}/${id}/revoke`} aria-label={say(w.revokeNamed, { name })}>
          {w.revoke}
        </a>
      </div>
    </li>
  );
}

function EndedKey({ shown }: { shown: OwnKey }) {
  const { words, say } = useWords();
  const w = words.keys;
  return (
    <li class="card split">
      <div>
        <h3>{shown.name}</h3>
        <KeyLine shown={shown} />
        <p class="byline">
          <Said text={w.endedOn} of={{ date: <Time value={shown.ends ?? ''} /> }} />
        </p>
      </div>
      <a
        class="button plain"
        href={`${keysPath}/${shown.id}/replace`}
        aria-label={say(w.replacementNamed, { name: shown.name })}
      >
        {w.replacement}
      </a>
    </li>
  );
}
