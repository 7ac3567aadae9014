import type { KeyScope } from '../../contract/index.ts';
import { type KeyScopes, keysPath } from '../../contract/pages/keys.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { scopesInWords } from './scopes.tsx';

const isOnly = (scopes: KeyScopes, scope: KeyScope) => scopes !== 'all' && scopes.join() === scope;

/** Shows a new key, which nobody can see again. */
export function NewKeyPage({ data }: PageProps<'new-key'>) {
  const { key, name, scopes, call, replaces } = data;
  const { words } = useWords();
  const w = words.keys.new;
  return (
    <div class="readable">
      <h1>{w.title}</h1>
      <Notice kind="warning">
        <p>
          <strong>{w.copy}</strong> {w.copySays}
        </p>
      </Notice>
      <SaidParagraph
        text={w.is}
        of={{ name: <strong>{name}</strong>, scopes: scopesInWords(scopes, words) }}
      />
      <Snippet name="key" label={w.label} code={key} />
      {replaces && (
        <p>
          {replaces.ends === undefined ? (
            w.formerEnded
          ) : (
            <Said text={w.formerUntil} of={{ date: <Time value={replaces.ends} /> }} />
          )}
        </p>
      )}
      <h2>{w.try}</h2>
      <p>{w.shell}</p>
      <Snippet name="first-call" label={w.first} code={call} />
      <p>
        {/* The reply to the first request (server/keys/first-call.ts). */}
        <Said
          text={isOnly(scopes, 'projects') ? w.replyFields : w.reply}
          of={{ reference: <a href="/docs/api">{w.reference}</a> }}
        />
      </p>
      <h2>{w.safe}</h2>
      <p>
        <Said text={w.safeSays} of={{ header: <code>Authorization</code> }} />{' '}
        {isOnly(scopes, 'finder') ? w.inPage : w.notInPage}
      </p>
      <p>
        <ButtonLink href={keysPath} text={w.copied} />
      </p>
    </div>
  );
}
