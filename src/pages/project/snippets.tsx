import { eventTypes } from '../../contract/api/event-types.ts';
import type { ProjectHead } from '../../contract/pages.ts';
import type { Tools } from '../../contract/pages/project-tools.ts';
import type { Tier } from '../../contract/pages/tiers.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { about } from '../../ui/format.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import type { PageProps } from '../page.ts';
import { typeWords } from './event-words.ts';
import { Section } from '../../ui/section.tsx';

const recorders: Record<Tier, string> = {
  bronze: 'The participant’s browser',
  silver: 'Our server',
  gold: 'Our server, with OAuth',
};
const tierNames: Record<Tier, string> = { bronze: 'Bronze', silver: 'Silver', gold: 'Gold' };
const places = {
  page: 'On your thank-you page (HTML)',
  server: 'On your server (Node.js)',
  shell: 'To try it in a shell',
} as const;

type Props = { tools: Tools; head: ProjectHead; frame: PageProps<'project'>['frame'] };

/** What to copy, for the tier that is chosen here once. Both choices work without a script. */
export function Snippets({ tools, head, frame }: Props) {
  const { projectId, type, snippet, authorized } = tools;
  const { tier, note, blocks } = snippet;
  return (
    <Section id="snippets" title="Show the message on your thank-you page">
      <form method="post" action={`${head.path}/tier`} class="choice">
        <p id="recorders">Who records?</p>
        <ul class="chips" aria-labelledby="recorders">
          {(['bronze', 'silver', 'gold'] as const).map((one) => (
            <li>
              <button class="chip" name="tier" value={one} aria-pressed={one === tier}>
                {recorders[one]} <small>{tierNames[one]}</small>
              </button>
            </li>
          ))}
        </ul>
      </form>
      <nav aria-label="What participants do" class="choice">
        <p>What do participants do there?</p>
        <ul class="chips">
          {eventTypes.map((one) => (
            <li>
              <a
                class="chip"
                href={`${head.path}/tools?type=${one}#snippets`}
                aria-current={one === type ? 'true' : undefined}
              >
                {typeWords[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <LinkedText text={note} />
      </p>
      {tier === 'gold' && authorized && (
        <p>
          <strong>In use.</strong> {authorized.clients.join(', ')}: authorized by {about(authorized.people)}{' '}
          people.
        </p>
      )}
      {blocks.map(({ place, code }) => (
        <CopyField key={`${tier} ${place}`} label={places[place]} value={code} kind="block" />
      ))}
      <ul class="next-links">
        <li>
          <a
            href={`/builder?embed=message&project_id=${projectId}${tier === 'bronze' ? `&type=${type}` : `&mode=${tier === 'gold' ? 'gold' : 'passive'}`}`}
          >
            See and change it in the builder
          </a>
        </li>
        <li>
          <a href={guide(tier, projectId)}>Step by step</a>
        </li>
        <li>
          <a href={mailToDeveloper(tools, head, frame)}>Send this to my developer</a>
        </li>
      </ul>
    </Section>
  );
}

const guide = (tier: Tier, projectId: number) =>
  `/docs${tier === 'bronze' ? '' : `/${tier}`}?project_id=${projectId}`;

/** A mail to be sent by the owner's own program; its code is that of the page, and the guide has the rest. */
function mailToDeveloper({ projectId, snippet }: Tools, head: ProjectHead, frame: Props['frame']) {
  const [page] = snippet.blocks;
  const body = `Please put this on the page that people see right after they contributed. It shows them a message of ${frame.serviceName}, where they get credit for it.

${page?.code ?? ''}

Step by step: ${frame.baseUrl}${guide(snippet.tier, projectId)}
`;
  const subject = `${frame.serviceName} for ${head.title}`;
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
