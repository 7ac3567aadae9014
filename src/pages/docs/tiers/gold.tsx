import { inReservedSpace } from '../../../embed-code/reserved-space.ts';
import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding, scriptTag } from '../embedding.ts';
import {
  authlibProgram,
  openidClientProgram,
  passportProgram,
  plainProgram,
  socialiteProgram,
} from './gold-programs.ts';
import { Picture } from '../picture.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** Gold, step by step. */
export function GoldDocs(props: DocsProps) {
  const { message, projectId, baseUrl } = embedding(props);
  return (
    <>
      <p class="lead">
        Like silver, but the profile id comes from the participant’s own authorization with OAuth 2 instead of
        an email address.
      </p>
      <Section id="steps" title="Step by step">
        <ol>
          <li>
            <strong>Get an API key</strong>, as for <DocLink to="silver">silver</DocLink>: the reports and the
            message are the same.
          </li>
          <li>
            <strong>
              Request a client on <a href="/api/key/client">the page of your keys</a>
            </strong>
            , with the address of your callback, which must use https; for development, an address such as{' '}
            <code>http://127.0.0.1/callback</code> stands for every port. Once an operator has granted it, you
            find the client id there, and make the secret. The secret stays on your server.
          </li>
          <li>
            <strong>Send the participant</strong> to <code>{baseUrl}/authorize</code>. There they sign in or
            join, see what your site asks for, and allow or refuse it. The answer is remembered: whoever
            allowed it comes straight back the next time.
          </li>
          <li>
            <strong>Exchange the code</strong> that they come back with at <code>{baseUrl}/token</code>,
            within a minute. A code works once.
          </li>
          <li>
            <strong>Get the profile id</strong> from <code>/api/user_info</code>, and store it with the
            participant’s account on your site. You need neither the access token nor the refresh token again.
          </li>
          <li>
            <strong>Record</strong> each contribution with it, and put the message on the page after it:
            <Snippet
              name="gold"
              label="The message in gold, as in silver"
              code={inReservedSpace(
                scriptTag(message, { 'data-mode': 'passive', 'data-project_id': projectId }),
              )}
            />
            With <code>data-participant</code> the message also says whose contribution it is, and the
            participant can refuse it right there: <DocLink to="api/profile-token">a request</DocLink> with
            the profile id returns the <code>participant_token</code> for it, valid for an hour.
          </li>
        </ol>
      </Section>
      <Section id="programs" title="Steps 3 to 5 as programs">
        <p>
          With <code>openid-client</code> (a package of npm), which finds all addresses automatically:
        </p>
        <Snippet
          name="gold-openid-client"
          label="Node.js, openid-client"
          code={openidClientProgram(baseUrl)}
        />
        <p>With Passport:</p>
        <Snippet name="gold-passport" label="Node.js, passport-oauth2" code={passportProgram(baseUrl)} />
        <p>
          Without a library. Here your API key stands for the secret, as the specification has it; a{' '}
          <code>client_secret</code> in the body keeps the key out of addresses.
        </p>
        <Snippet name="gold-http" label="Node.js, plain HTTP" code={plainProgram(baseUrl)} />
        <p>In Python, with Authlib:</p>
        <Snippet name="gold-authlib" label="Python, Authlib" code={authlibProgram(baseUrl)} />
        <p>
          In PHP, with Laravel Socialite. Our tests run all these programs as printed, but this one with a
          stand-in for the framework; tell us if it does not fit your version.
        </p>
        <Snippet name="gold-socialite" label="PHP, Laravel Socialite" code={socialiteProgram(baseUrl)} />
      </Section>
      <Section id="scopes" title="What you may ask for">
        <ul>
          <li>
            <code>login</code>, which is also what you get without a scope: <code>profile_id</code>,{' '}
            <code>user_id</code> and the address of their page. That is all that crediting needs.
          </li>
          <li>
            <code>extensive</code>: also <code>handle</code>, <code>email</code>, <code>first_name</code> and{' '}
            <code>last_name</code>. Each is empty if the person gave none.
          </li>
          <li>
            <code>openid</code>, <code>profile</code>, <code>email</code>: for OpenID Connect clients, which
            also get an ID token, and may use <code>/userinfo</code>.
          </li>
        </ul>
        <p>
          Your client may ask for what it is registered for. The participant sees in words what it is, and can
          revoke it on their page at any time.
        </p>
      </Section>
      <Section id="rules" title="Rules that clients meet">
        <ul>
          <li>
            The callback must be the registered one, character by character, and PKCE with <code>S256</code>{' '}
            is required. The operator can mark a client as legacy, which then may do without.
          </li>
          <li>
            An access token is valid for an hour. A refresh token gives new ones, and is replaced with each
            use; when an old one is used again, all of them end. So do those of a code that is used twice.
          </li>
          <li>
            Apps and sites without a server get a public client without a secret. Compare <code>iss</code> in
            the answer with this service’s address if you use several.
          </li>
          <li>
            <code>/.well-known/openid-configuration</code> lists every address, among them those to revoke and
            to look into your own tokens, and for pushed requests (RFC 9126).
          </li>
        </ul>
      </Section>
      <Section id="sees" title="What the participant sees">
        <p>
          After a contribution, the same message as in <DocLink to="silver#sees">silver</DocLink>.
          Participants who have not linked a profile on this device are invited to do so:
        </p>
        <Picture
          name="link"
          shows="Your contribution to Pond Watch can be credited to your profile. Three choices: Link my profile; I’m new, use my email; No thanks."
        />
        <p>Participants who have linked one can stop it:</p>
        <Picture
          name="linked"
          shows="One line: Credited to your profile, with Never for this project and Not you?"
        />
      </Section>
    </>
  );
}
