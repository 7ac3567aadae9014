import { eventTypes } from '../../../contract/api/event-types.ts';
import type { ProjectHead } from '../../../contract/pages.ts';
import type { Tools } from '../../../contract/pages/project-tools.ts';
import type { Tier } from '../../../contract/pages/tiers.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Said, useWords } from '../../../ui/words/use-words.tsx';
import type { PageProps } from '../../page.ts';
import { fillIn, type PageWords } from '../../../ui/words/language.ts';
import { Section } from '../../../ui/section.tsx';

type Props = { tools: Tools; head: ProjectHead; frame: PageProps<'project'>['frame'] };

/** The code to copy, for the tier that is chosen here once. Both choices work without a script. */
export function Snippets({ tools, head, frame }: Props) {
  const { projectId, type, snippet, authorized } = tools;
  const { tier, blocks } = snippet;
  const { words, say, people } = useWords();
  const w = words.snippets;
  const at = (path: string) => <ExternalLink href={frame.baseUrl + path} />;
  return (
    <Section id="snippets" title={w.title}>
      <form method="post" action={`${head.path}/tier`} class="choice">
        <p id="recorders">{w.who}</p>
        <ul class="chips" aria-labelledby="recorders">
          {(['bronze', 'silver', 'gold'] as const).map((one) => (
            <li>
              <button class="chip" name="tier" value={one} aria-pressed={one === tier}>
                {w.recorders[one]} <small>{words.integration.tiers[one]}</small>
              </button>
            </li>
          ))}
        </ul>
      </form>
      <nav aria-label={w.what} class="choice">
        <p>{w.whatThere}</p>
        <ul class="chips">
          {eventTypes.map((one) => (
            <li>
              <a
                class="chip"
                href={`${head.path}/tools?type=${one}#snippets`}
                aria-current={one === type ? 'true' : undefined}
              >
                {words.eventTypes[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <Said
          text={w.notes[tier]}
          of={{ key: at('/api/key'), client: at('/api/key/client'), guide: at('/docs/gold') }}
        />{' '}
        {say(w.near, { service: frame.serviceName })}
      </p>
      {tier === 'gold' && authorized && (
        <p>
          <strong>{w.inUse}</strong>{' '}
          {say(w.authorized, {
            clients: authorized.clients.join(words.ages.comma),
            people: people(authorized.people),
          })}
        </p>
      )}
      {blocks.map(({ place, code }) => (
        <CopyField key={`${tier} ${place}`} label={w.places[place]} value={code} kind="block" />
      ))}
      <ul class="next-links">
        <li>
          <a
            href={`/builder?embed=message&project_id=${projectId}${tier === 'bronze' ? `&type=${type}` : `&mode=${tier === 'gold' ? 'gold' : 'passive'}`}`}
          >
            {w.builder}
          </a>
        </li>
        <li>
          <a href={guide(tier, projectId)}>{w.guide}</a>
        </li>
        <li>
          <a href={mailToDeveloper(tools, head, frame, w)}>{w.mail}</a>
        </li>
      </ul>
    </Section>
  );
}

const guide = (tier: Tier, projectId: number) =>
  `/docs${tier === 'bronze' ? '' : `/${tier}`}?project_id=${projectId}`;

/** A mail to be sent by the owner's own program; its code is that of the page, and the guide has the rest. */
function mailToDeveloper(
  { projectId, snippet }: Tools,
  { title }: ProjectHead,
  { serviceName: service, baseUrl }: Props['frame'],
  w: PageWords['snippets'],
) {
  const body = [
    fillIn(w.mailBody, { service }),
    snippet.blocks[0]?.code ?? '',
    fillIn(w.mailGuide, { address: baseUrl + guide(snippet.tier, projectId) }),
  ].join('\n\n');
  const subject = fillIn(w.mailSubject, { service, project: title });
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${body}\n`)}`;
}
