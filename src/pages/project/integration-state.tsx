import type { Tools } from '../../contract/pages/project-tools.ts';
import {
  missingFor,
  missingForCurated,
  seenFacts,
  tierNames,
  type IntegrationFacts,
  type SeenFact,
  type SeenSoFar,
  type Tier,
} from '../../contract/pages/tiers.ts';
import { about, counted, formatDate, formatNumber } from '../../ui/format.ts';

export const tierTitles: Record<Tier, string> = { gold: 'Gold', silver: 'Silver', bronze: 'Bronze' };

/** The unit of the count of each fact. */
const counts: Partial<Record<SeenFact, [one: string, many: string]>> = {
  key: ['key', 'keys'],
  message: ['time', 'times'],
  browser: ['contribution', 'contributions'],
  api: ['contribution', 'contributions'],
  client: ['client', 'clients'],
};

/** The state of the integration: the tier that it reached, and what the others lack. */
export function IntegrationState({ tools: { seen } }: { tools: Tools }) {
  return (
    <>
      <ul class="checklist">
        {(Object.keys(seenFacts) as SeenFact[]).map((fact) => (
          <li class={seen[fact].isDone ? 'done' : undefined}>
            <span>{seen[fact].isDone ? 'Seen: ' : 'Not seen yet: '}</span>
            <strong>{seenFacts[fact]}</strong>
            <Detail fact={fact} so={seen[fact]} />
          </li>
        ))}
      </ul>
      <p class="hint">We say what we saw ourselves within a year. Test events do not count.</p>
      <dl class="tier-list">
        {[...tierNames].reverse().map((tier) => (
          <div>
            <dt>{tierTitles[tier]}</dt>
            <dd>
              {missingFor(tier, seen).length === 0 ? 'Complete.' : <Missing facts={missingFor(tier, seen)} />}
            </dd>
          </div>
        ))}
      </dl>
      <Curated seen={seen} />
    </>
  );
}

function Detail({ fact, so: { isDone, count, last, late } }: { fact: SeenFact; so: SeenSoFar }) {
  const words = counts[fact];
  if (!isDone || count === undefined) return null;
  return (
    <span class="quiet">
      {words && count !== null ? counted(count, ...words) : `${about(count)} people`}
      {last !== undefined && `, last on ${formatDate(last)}`}
      {late !== undefined && `; ${formatNumber(late)} more than 24 hours late`}
    </span>
  );
}

const Missing = ({ facts }: { facts: SeenFact[] }) => (
  <>
    Still to be seen:{' '}
    {facts.map((fact, index) => (
      <>
        {index > 0 && '; '}
        {seenFacts[fact].charAt(0).toLowerCase() + seenFacts[fact].slice(1)}
      </>
    ))}
    .
  </>
);

const Curated = ({ seen }: { seen: IntegrationFacts }) => {
  const missing = missingForCurated(seen);
  return (
    <>
      <h4>Curated programming</h4>
      <p>
        {missing.length === 0 ? (
          <strong>Your project is eligible.</strong>
        ) : (
          <>
            <strong>Not eligible yet.</strong> <Missing facts={missing} />
          </>
        )}{' '}
        Partner organizations that award badges, credits and recognition choose among projects that are
        registered here, report through the participation API, and show the confirmation message.
        Contributions that only browsers report do not make a project eligible.
      </p>
    </>
  );
};
