import type { ClientFacts } from '../../contract/pages/clients.ts';
import type { Scope } from '../../contract/api/user-info.ts';

/** Says what a client may see, for owners and operators. */
function seesInWords(scopes: Scope[]): string {
  const has = (...some: Scope[]) => some.some((scope) => scopes.includes(scope));
  const parts = [
    'profile number',
    ...(has('profile', 'extensive') ? ['names'] : []),
    ...(has('email', 'extensive') ? ['email address'] : []),
  ];
  return parts.join(', ');
}

/** The description of a client: its project, what it may see, and where it sends people back to. */
export const ClientDescription = ({ facts }: { facts: ClientFacts }) => (
  <dl class="client-facts">
    {facts.project && (
      <>
        <dt>Project</dt>
        <dd>
          <a href={facts.project.path}>{facts.project.title}</a>
        </dd>
      </>
    )}
    <dt>May see</dt>
    <dd>{seesInWords(facts.scopes)}</dd>
    <dt>Sends people back to</dt>
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
        <dt>Secret</dt>
        <dd>none: it runs in browsers or apps</dd>
      </>
    )}
  </dl>
);
