/** The snippets for owners: one text per tier and place, with the values of their project. */
import type { EventType } from '../../src/contract/api/event-types.ts';
import { inReservedSpace } from '../../src/embed-code/reserved-space.ts';
import type { Tools } from '../../src/contract/pages/project-tools.ts';
import type { Tier } from '../../src/contract/pages/tiers.ts';
import { confirmLink } from '../../src/embed-code/script-tag.ts';

export type Embedding = { baseUrl: string; slug: string; serviceName: string };

export function snippetFor(
  tier: Tier,
  projectId: number,
  { baseUrl, slug, serviceName }: Embedding,
  type: EventType,
): Tools['snippet'] {
  const file = `${baseUrl}/static/api/recordevent_with_${slug}_inline_signup.js`;
  const tag = (settings: string) => `<script src="${file}" ${settings} async></script>`;
  const message = (mode: 'passive' | 'gold') => ({
    place: 'page' as const,
    code: inReservedSpace(tag(`data-mode="${mode}" data-project_id="${projectId}"`)),
  });
  if (tier === 'bronze') {
    const link = confirmLink({ baseUrl, serviceName, projectId, type });
    const code = inReservedSpace(
      `${tag(`data-project_id="${projectId}" data-participation="${type}"`)}${link}`,
    );
    return {
      tier,
      blocks: [{ place: 'page', code }],
    };
  }
  if (tier === 'silver')
    return {
      tier,
      blocks: [
        message('passive'),
        { place: 'server', code: serverSide(projectId, baseUrl, type) },
        { place: 'shell', code: trial(projectId, baseUrl, type) },
      ],
    };
  return {
    tier,
    blocks: [
      message('gold'),
      {
        place: 'shell',
        code: `# The profile id of the participant who authorized your site: store it.
curl -H "Authorization: Bearer YOUR_ACCESS_TOKEN" "${baseUrl}/api/user_info"

# After each contribution, within 24 hours at most:
${trial(projectId, baseUrl, type)}`,
      },
    ],
  };
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
