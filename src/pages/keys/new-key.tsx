import type { KeyScope } from '../../contract/index.ts';
import { type KeyScopes, keysPath } from '../../contract/pages/keys.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import type { PageProps } from '../page.ts';
import { scopesInWords } from './scopes.tsx';

const isOnly = (scopes: KeyScopes, scope: KeyScope) => scopes !== 'all' && scopes.join() === scope;

/** Explains the reply to the first request (server/keys/first-call.ts). */
const firstReply = (scopes: KeyScopes) =>
  isOnly(scopes, 'projects') ? 'names the fields that a project still needs' : 'has the result “success”';

/** Shows a new key, which nobody can see again. */
export function NewKeyPage({ data }: PageProps<'new-key'>) {
  const { key, name, scopes, call, replaces } = data;
  return (
    <div class="readable">
      <h1>Your new key</h1>
      <Notice kind="warning">
        <p>
          <strong>Copy it now.</strong> We keep only a fingerprint of it, so no one can show it to you again.
        </p>
      </Notice>
      <p>
        <strong>{name}</strong> {scopesInWords(scopes)}.
      </p>
      <Snippet name="key" label="The key" code={key} />
      {replaces && (
        <p>
          {replaces.ends === undefined ? (
            'The key that it replaces has ended.'
          ) : (
            <>
              The key that it replaces works until <Time value={replaces.ends} />, so that you can change it
              in one place after the other.
            </>
          )}
        </p>
      )}
      <h2>Try it</h2>
      <p>In a shell:</p>
      <Snippet name="first-call" label="A first request" code={call} />
      <p>
        If the key works, the reply {firstReply(scopes)}. <a href="/docs/api">The API reference</a> has every
        operation in five languages.
      </p>
      <h2>Keep it safe</h2>
      <p>
        Give it to your server as a secret: an environment variable, or a file that is in no repository. Send
        it in the <code>Authorization</code> header as above, because addresses end up in logs.
        {isOnly(scopes, 'finder')
          ? ' This one only searches, so it may also be in a page.'
          : ' Never put it into a page or an app, where everyone can read it.'}
      </p>
      <p>
        <a class="button plain" href={keysPath}>
          I have copied it
        </a>
      </p>
    </div>
  );
}
