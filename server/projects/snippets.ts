/** The snippets for owners: one text per tier and place, with the values of their project. */
import type { EventType } from '../../src/contract/api/event-types.ts';
import { inReservedSpace } from '../../src/embed-code/reserved-space.ts';
import type { Tools } from '../../src/contract/pages/project-tools.ts';
import { confirmLink } from '../../src/embed-code/script-tag.ts';

export type Snippet = Tools['snippets'][number];
export type Embedding = { baseUrl: string; slug: string; serviceName: string };

/** Bronze first: it needs neither a server nor a key. */
export function snippetsFor(
  projectId: number,
  { baseUrl, slug, serviceName }: Embedding,
  type: EventType = 'collection',
): Snippet[] {
  const file = `${baseUrl}/static/api/recordevent_with_${slug}_inline_signup.js`;
  const tag = (settings: string) => `<script src="${file}" ${settings} async></script>`;
  const link = confirmLink({ baseUrl, serviceName, projectId, type });
  const bronze = inReservedSpace(
    `${tag(`data-project_id="${projectId}" data-participation="${type}"`)}${link}`,
  );
  const passive = inReservedSpace(tag(`data-mode="passive" data-project_id="${projectId}"`));
  // The specification's words for the owner's own text near the message.
  const near = `Write near it that contributions are credited to the participant's ${serviceName} profile if they have an account, and that otherwise they should create an account with the same email address that they use on your site.`;
  return [
    {
      tier: 'bronze',
      title: "The participant's browser records",
      note: `No programming and no key. Where several people share a device, a contribution can be credited to the wrong person. ${near}`,
      blocks: [{ place: 'page', code: bronze }],
    },
    {
      tier: 'silver',
      title: 'Your server records',
      note: `Your server looks a profile up once per participant, and reports each contribution. Make an API key at ${baseUrl}/api/key, and keep it on the server. ${near}`,
      blocks: [
        { place: 'page', code: passive },
        { place: 'server', code: serverSide(projectId, baseUrl, type) },
        { place: 'shell', code: trial(projectId, baseUrl, type) },
      ],
    },
    {
      tier: 'gold',
      title: 'Participants authorize your site',
      note: `Highest security and accuracy: the participant authorizes your site by OAuth 2. Request an OAuth client at ${baseUrl}/api/key/client; ${baseUrl}/docs/gold goes through each step. ${near}`,
      blocks: [
        { place: 'page', code: passive },
        {
          place: 'shell',
          code: `# The profile id of the participant who authorized your site: store it.
curl -H "Authorization: Bearer YOUR_ACCESS_TOKEN" "${baseUrl}/api/user_info"

# After each contribution, within 24 hours at most:
${trial(projectId, baseUrl, type)}`,
        },
      ],
    },
  ];
}

/** For Node.js; the reference has the same in other languages. */
const serverSide = (projectId: number, baseUrl: string, type: EventType) =>
  `const headers = { Authorization: "Bearer YOUR_API_KEY" };

// Once per participant: store service_profile_id with their account.
const query = new URLSearchParams({
  identifier: "participant@example.org",
  project_id: "${projectId}",
});
const found = await fetch("${baseUrl}/api/profile/id?" + query, { headers });
const { service_profile_id, participant_token } = await found.json();

// On the thank-you page: participant_token as data-participant in the script tag lets
// the participant refuse this contribution right there.

// After each contribution, within 24 hours at most.
const recorded = await fetch("${baseUrl}/api/record_event", {
  method: "POST",
  headers: { ...headers, "Idempotency-Key": "YOUR_SUBMISSION_ID" },
  body: new URLSearchParams({
    profile_id: service_profile_id,
    project_id: "${projectId}",
    type: "${type}",
  }),
});
console.log(await recorded.json());`;

const trial = (projectId: number, baseUrl: string, type: EventType) =>
  `curl -X POST "${baseUrl}/api/record_event" \\
  -H "Authorization: Bearer YOUR_API_KEY" \\
  -d profile_id=YOUR_PROFILE_ID \\
  -d project_id=${projectId} \\
  -d type=${type}`;
