import type { ApiShown } from '../../../contract/pages/api-docs.ts';
import { DocLink } from '../../../ui/doc-link.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { DocTable } from '../doc-table.tsx';
import { PathCode } from './path-code.tsx';
import { Section } from '../../../ui/section.tsx';

const parameters = [
  ['client_id', true, 'of your client'],
  ['response_type', true, '`code`'],
  ['redirect_uri', true, 'as it is registered, character by character'],
  ['state', false, 'at most 1,000 characters; comes back as it is'],
  [
    'scope',
    false,
    'names with blanks between them; `login` if absent. Commas, capitals and unknown names are refused with `invalid_scope`',
  ],
  ['code_challenge', true, 'the SHA-256 digest of your verifier, base64url (PKCE)'],
  ['code_challenge_method', true, '`S256`'],
  [
    'prompt',
    false,
    '`login`: asks the person to sign in again; `consent`: asks again what they allowed; `select_account`: names the account that is signed in, and offers another; `none`: asks nothing, or refuses. Others are refused with `invalid_request`',
  ],
  ['max_age', false, 'seconds since the person signed in, after which they do so again'],
  [
    'response_mode',
    false,
    '`query`, the only one. `form_post`, the default of ASP.NET, is refused at your address, with your `state`',
  ],
] as const;

const exchanged = [
  ['grant_type', true, '`authorization_code` or `refresh_token`'],
  ['code', true, 'from your callback; it works once, for a minute'],
  ['redirect_uri', true, 'the same as before'],
  ['code_verifier', true, 'whose digest you sent as `code_challenge`'],
  ['refresh_token', false, 'in place of these three, to get new tokens'],
  ['client_id', true, 'of your client; with its secret in a Basic header instead of the body'],
  [
    'client_secret',
    false,
    'of your client; a public one has none. `key`, the API key of its owner, may stand in its place, also in the query',
  ],
] as const;

const replied = [
  ['access_token', 'for the Authorization header, as a bearer token'],
  ['token_type', '`Bearer`'],
  ['expires_in', 'seconds: an hour'],
  ['scope', 'what was granted'],
  ['refresh_token', 'gives new tokens; it is replaced with each use'],
  ['id_token', 'with the scope `openid`'],
] as const;

type Parameters = readonly (readonly [string, boolean, string])[];

const ParameterTable = ({ label, of }: { label: string; of: Parameters }) => (
  <DocTable
    label={label}
    heads={['Parameter', 'Meaning']}
    rows={of.map(([name, isRequired, says]) => [
      <>
        <code>{name}</code>
        {isRequired && <span class="must"> required</span>}
      </>,
      <Prose text={says} />,
    ])}
  />
);

/** The two addresses of OAuth 2 that the specification names, with what they take and answer. */
export const ApiAuthorization = ({ paths, scopes }: ApiShown<'authorization'>) => (
  <>
    <p>
      The authorization code flow of OAuth 2 with PKCE, for the gold tier.{' '}
      <DocLink to="gold">Its page</DocLink> goes through it with programs, and{' '}
      <code>/.well-known/openid-configuration</code> lists all addresses for libraries.
    </p>
    <section aria-labelledby="authorize">
      <h2 id="authorize">
        <code>GET</code> <PathCode path={paths.authorize} />
      </h2>
      <p>
        Lead the person’s browser there. It comes back to your <code>redirect_uri</code> with{' '}
        <code>code</code>, <code>state</code> and <code>iss</code>; or with <code>error</code>,{' '}
        <code>error_description</code> and <code>state</code>. A request without a known client and callback
        is answered with a page, and goes nowhere.
      </p>
      <ParameterTable label={`Parameters of ${paths.authorize}`} of={parameters} />
    </section>
    <Section id="scopes" title="Scopes">
      <DocTable
        label="Scopes"
        heads={['Scope', 'Gives']}
        rows={Object.entries(scopes).map(([scope, means]) => [<code>{scope}</code>, <Prose text={means} />])}
      />
    </Section>
    <section aria-labelledby="token">
      <h2 id="token">
        <code>POST</code> <PathCode path={paths.token} />
      </h2>
      <p>
        From your server, as a form or as JSON. The reply is JSON; a refusal has <code>error</code> and{' '}
        <code>error_description</code> (RFC 6749), with 400, or 401 for <code>invalid_client</code>.
      </p>
      <ParameterTable label={`Parameters of ${paths.token}`} of={exchanged} />
      <h3>Reply</h3>
      <DocTable
        label={`Reply of ${paths.token}`}
        heads={['Field', 'Meaning']}
        rows={replied.map(([name, says]) => [<code>{name}</code>, <Prose text={says} />])}
      />
    </section>
  </>
);
