import type { ClientFacts } from '../../contract/pages/clients.ts';
import type { Scope } from '../../contract/api/user-info.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** The description of a client: its project, what it may see, and where it sends people back to. */
export function ClientDescription({ facts }: { facts: ClientFacts }) {
  const { words } = useWords();
  const w = words.clients.facts;
  const has = (...some: Scope[]) => some.some((scope) => facts.scopes.includes(scope));
  const seen = [
    w.number,
    ...(has('profile', 'extensive') ? [w.names] : []),
    ...(has('email', 'extensive') ? [w.address] : []),
    ...(has('contributions') ? [w.contributions] : []),
  ];
  return (
    <dl class="client-facts">
      {facts.project && (
        <>
          <dt>{w.project}</dt>
          <dd>
            <a href={facts.project.path}>{facts.project.title}</a>
          </dd>
        </>
      )}
      <dt>{w.sees}</dt>
      <dd>{seen.join(words.ages.comma)}</dd>
      <dt>{w.back}</dt>
      <dd>
        <ul class="addresses">
          {facts.redirectUris.map((uri) => (
            <li>
              <code>{uri}</code>
            </li>
          ))}
        </ul>
      </dd>
      {facts.isPublic && (
        <>
          <dt>{w.secret}</dt>
          <dd>{w.noSecret}</dd>
        </>
      )}
    </dl>
  );
}
