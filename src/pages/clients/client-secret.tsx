import { keysPath } from '../../contract/pages/keys.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import type { PageProps } from '../page.ts';

/** Shows the secret of a client, which nobody can see again. */
export function ClientSecretPage({ data }: PageProps<'client-secret'>) {
  const { clientId, name, secret, formerUntil } = data;
  return (
    <div class="readable">
      <h1>The secret of {name}</h1>
      <Notice kind="warning">
        <p>
          <strong>Copy it now.</strong> We keep only a fingerprint of it, so no one can show it to you again.
        </p>
      </Notice>
      <Snippet name="client-id" label="Client id" code={clientId} />
      <Snippet name="client-secret" label="Client secret" code={secret} />
      {formerUntil !== undefined && (
        <p>
          The old secret works until <Time value={formerUntil} />, so that you can change it in one place
          after the other.
        </p>
      )}
      <p>
        Give both to your server; the secret as an environment variable, or in a file that is in no
        repository. <a href="/docs/gold#programs">Programs to begin with</a>.
      </p>
      <p>
        <a class="button plain" href={`${keysPath}#clients`}>
          I have copied it
        </a>
      </p>
    </div>
  );
}
