import { inReservedSpace } from '../../../embed-code/reserved-space.ts';
import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding, scriptTag } from '../embedding.ts';
import { NearText } from './near-text.tsx';
import { Picture } from '../picture.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** The owner's server records; the message lets the participant refuse, or join. */
export function SilverDocs(props: DocsProps) {
  const { message, projectId, baseUrl } = embedding(props);
  const { serviceName } = props.frame;
  return (
    <>
      <p class="lead">
        Your server looks up a profile id for the participant’s email address, and reports contributions with
        it. The message records nothing; it informs participants and lets them decide.
      </p>
      <Section id="steps" title="Step by step">
        <ol>
          <li>
            <a href="/api/key">Make an API key</a>. It belongs to a person, who must manage the project. Keep
            it on your server, never in a page.
          </li>
          <li>
            <strong>Look up the profile</strong>, once per participant, and store its id:
            <Snippet
              name="silver-lookup"
              label="The profile id of an address"
              code={`curl -G "${baseUrl}/api/profile/id" \\
  -H "Authorization: Bearer YOUR_API_KEY" \\
  --data-urlencode "identifier=participant@example.org" \\
  -d project_id=${projectId}`}
            />
            The reply has a <code>service_profile_id</code> for members and non-members alike, and it stays
            the same when someone joins. You need not send the address: its{' '}
            <DocLink to="api/hashing">SHA-256</DocLink> is enough. Leave out participants without an address,
            and compare your digests{' '}
            <DocLink to="api/hashing#second-profiles">with those of common mistakes</DocLink>.
          </li>
          <li>
            <strong>Record</strong> each contribution right after it, within 24 hours at most:
            <Snippet
              name="silver-record"
              label="One contribution"
              code={`curl -X POST "${baseUrl}/api/record_event" \\
  -H "Authorization: Bearer YOUR_API_KEY" \\
  -H "Idempotency-Key: survey-2041" \\
  -d profile_id=YOUR_PROFILE_ID \\
  -d project_id=${projectId} \\
  -d type=collection \\
  -d duration=720`}
            />
            With an <code>Idempotency-Key</code>, a repeated request records once. No one has to wait for the
            reply.
          </li>
          <li>
            <strong>Put the message</strong> on the page that is shown right after a contribution:
            <Snippet
              name="silver"
              label="Silver"
              code={inReservedSpace(
                scriptTag(message, {
                  'data-mode': 'passive',
                  'data-project_id': projectId,
                  'data-participant': 'PARTICIPANT_TOKEN',
                }),
              )}
            />
            With <code>project_id</code>, the look-up also returns a <code>participant_token</code>, valid for
            an hour; <DocLink to="api/profile-token">another request</DocLink> makes later ones. It tells the
            message whose contribution the page is about, so that the participant can refuse it right there.
            It cannot record, and tells the page nothing.
          </li>
          <li>
            Write a sentence near it: <NearText serviceName={serviceName} />
          </li>
        </ol>
      </Section>
      <Section id="without" title="Without a token, without a Project ID">
        <p>
          Without <code>data-participant</code> the message cannot say whose contribution it is. It then
          offers to link the visitor’s profile to your site, shows from then on that it is linked, and
          remembers a refusal.
        </p>
        <p>
          In passive mode <code>data-project_id</code> may be left out if your page’s origin is registered for
          one project only. With it, the message always finds the right project.
        </p>
        <Snippet
          name="passive"
          label="The least that works"
          code={scriptTag(message, { 'data-mode': 'passive' })}
        />
      </Section>
      <Section id="sees" title="What the participant sees">
        <p>With a participant token:</p>
        <Picture
          name="named"
          shows="This goes to the profile of your email address. The choices: See it on the service; Not this one; Never for this project; New there? Join."
        />
        <p>Without one:</p>
        <Picture
          name="link"
          shows="Your contribution to Pond Watch can be credited to your profile. Three choices: Link my profile; I’m new, use my email; No thanks."
        />
        <p>Once a profile is linked, either way:</p>
        <Picture
          name="linked"
          shows="One line: Credited to your profile, with Never for this project and Not you?"
        />
        <p>
          Your server does not learn whether someone opted out: their contributions then count in your
          project’s totals and are linked to no one.
        </p>
      </Section>
    </>
  );
}
