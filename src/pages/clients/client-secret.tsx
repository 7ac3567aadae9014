import { keysPath } from '../../contract/pages/keys.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** Shows the secret of a client, which nobody can see again. */
export function ClientSecretPage({ data }: PageProps<'client-secret'>) {
  const { clientId, name, secret, formerUntil } = data;
  const { words, say } = useWords();
  const w = words.clients;
  return (
    <div class="readable">
      <h1>{say(w.secretOf, { name })}</h1>
      <Notice kind="warning">
        <p>
          <strong>{words.keys.new.copy}</strong> {words.keys.new.copySays}
        </p>
      </Notice>
      <Snippet name="client-id" label={w.idLabel} code={clientId} />
      <Snippet name="client-secret" label={w.secretLabel} code={secret} />
      {formerUntil !== undefined && (
        <SaidParagraph text={w.formerUntil} of={{ date: <Time value={formerUntil} /> }} />
      )}
      <SaidParagraph text={w.give} of={{ programs: <a href="/docs/gold#programs">{w.programs}</a> }} />
      <p>
        <ButtonLink href={`${keysPath}#clients`} text={words.keys.new.copied} />
      </p>
    </div>
  );
}
