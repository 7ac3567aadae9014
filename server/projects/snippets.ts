/** The snippets for owners: one per integration tier, with the values of their project. */
import { inItsRoom } from '../../src/contract/message-room.ts';
import type { PageData } from '../../src/contract/pages.ts';

export type Snippet = NonNullable<PageData['project']['tools']>['snippets'][number];
export type Embedding = { baseUrl: string; slug: string; serviceName: string };

export function snippetsFor(projectId: number, { baseUrl, slug, serviceName }: Embedding): Snippet[] {
  const file = `${baseUrl}/static/api/recordevent_with_${slug}_inline_signup.js`;
  const tag = (settings: string) => inItsRoom(`<script src="${file}" ${settings} async></script>`);
  const message = tag(`data-mode="passive" data-project_id="${projectId}"`);
  const telemetry = tag(`data-project_id="${projectId}" data-type="collection"`);
  const record = `curl -X POST "${baseUrl}/api/record_event?key=YOUR_API_KEY" \\
  -d profile_id=PROFILE_ID \\
  -d project_id=${projectId} \\
  -d type=collection \\
  -d when=2026-05-01T10:20:30Z`;
  // The specification's words for the owner's own text next to the message.
  const near = `Write near it that contributions are credited to the participant's ${serviceName} profile if they have an account, and that otherwise they should create an account with the same email address that they use on your site.`;
  return [
    {
      tier: 'gold',
      title: 'Participants authorize your site',
      note: `Highest security and accuracy: the participant authorizes your site by OAuth 2. This service does not give out OAuth clients yet, so start with silver; your project number, your key and the message stay the same. ${near}`,
      code: `${message}

# Later, on your server: the profile id of the participant who authorized your site.
curl -H "Authorization: Bearer OAUTH_ACCESS_TOKEN" "${baseUrl}/api/user_info"

# After each contribution, within 24 hours:
${record}`,
    },
    {
      tier: 'silver',
      title: 'Your server records',
      note: `Put the message on the page that is shown right after a contribution; your server looks up the profile and records. Ask the service's operator for an API key, and keep it on the server. ${near}`,
      code: `${message}

# On your server, once per participant: the profile id of their address. Store it.
curl -G "${baseUrl}/api/profile/id" \\
  --data-urlencode "identifier=participant@example.org" \\
  -d project_id=${projectId} -d key=YOUR_API_KEY

# The reply's participant_token, written into the script tag as data-participant="…",
# lets the participant decline this contribution on the page itself.

# After each contribution, within 24 hours; type is classification, collection or signup:
${record}`,
    },
    {
      tier: 'bronze',
      title: "The participant's browser records",
      note: `No programming: put this on the page that is shown right after a contribution. data-type is collection, classification or signup. Where several people share a device, a contribution can be credited to the wrong person. ${near}`,
      code: telemetry,
    },
  ];
}
