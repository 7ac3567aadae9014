import { eventTypes } from '../../contract/api/event-types.ts';
import type { Tools } from '../../contract/pages/project-tools.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { about } from '../../ui/format.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Preview } from '../../ui/preview.tsx';
import { typeWords } from './event-words.ts';

const tierNames = { gold: 'Gold', silver: 'Silver', bronze: 'Bronze' } as const;
const places = {
  page: 'On your thank-you page (HTML)',
  server: 'On your server (Node.js)',
  shell: 'To try it in a shell',
} as const;

type Props = { tools: Tools; path: string };

/** One text for each place, bronze first. The kind of contribution is chosen by links, so that it works without a script. */
export const Snippets = ({ tools: { projectId, type, snippets, shown, authorized }, path }: Props) => (
  <section aria-labelledby="snippets">
    <h2 id="snippets">Snippets</h2>
    <p>
      Put the confirmation message on the page that participants see right after they contributed.{' '}
      <a href={`/docs?project_id=${projectId}`}>The documentation</a> goes through it step by step, with your
      number in its snippets; <a href={`/builder?embed=message&project_id=${projectId}`}>the builder</a> has
      every setting, other ways to embed, and a preview of each state.
    </p>
    <nav aria-label="What participants do" class="types">
      <p>What do participants do on that page?</p>
      <ul class="chips">
        {eventTypes.map((one) => (
          <li>
            <a
              class="chip"
              href={`${path}/tools?type=${one}#snippets`}
              aria-current={one === type ? 'true' : undefined}
            >
              {typeWords[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {snippets.map(({ tier, title, note, blocks }) => (
      <article class={`card snippet tier-${tier}`}>
        <h3>
          <span class="badge">{tierNames[tier]}</span> {title}
        </h3>
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
          <CopyField label={`${tierNames[tier]}: ${places[place]}`} value={code} kind="block" />
        ))}
        <p>
          <a
            href={`/builder?embed=message&project_id=${projectId}${tier === 'bronze' ? `&type=${type}` : '&mode=passive'}`}
          >
            Change it in the builder
          </a>
        </p>
        {tier === 'bronze' && shown && (
          <Preview
            address={`/builder/preview?embed=message&project_id=${projectId}&type=${type}`}
            caption="Preview: this is what participants see. Nothing is recorded here."
          />
        )}
      </article>
    ))}
  </section>
);
