import type { Tools } from '../../../contract/pages/project-tools.ts';
import {
  missingFor,
  missingForCurated,
  seenFacts,
  tierNames,
  type IntegrationFacts,
  type SeenFact,
  type SeenSoFar,
} from '../../../contract/pages/tiers.ts';
import { Said, useWords } from '../../../ui/words/use-words.tsx';
import type { PageWords } from '../../../ui/words/language.ts';

/** The unit of the count of each fact; of the others, people are counted. */
const counts: Partial<Record<SeenFact, keyof PageWords['counts']>> = {
  key: 'key',
  message: 'time',
  browser: 'contribution',
  api: 'contribution',
  client: 'client',
};

/** The state of the integration: the tier that it reached, and what the others lack. */
export function IntegrationState({ tools: { seen } }: { tools: Tools }) {
  const w = useWords().words.integration;
  return (
    <>
      <ul class="checklist">
        {seenFacts.map((fact) => (
          <li class={seen[fact].isDone ? 'done' : undefined}>
            <span>{seen[fact].isDone ? w.seen : w.notSeen} </span>
            <strong>{w.facts[fact]}</strong>
            <Detail fact={fact} so={seen[fact]} />
          </li>
        ))}
      </ul>
      <p class="hint">{w.says}</p>
      <dl class="tier-list">
        {[...tierNames].reverse().map((tier) => (
          <div>
            <dt>{w.tiers[tier]}</dt>
            <dd>
              {missingFor(tier, seen).length === 0 ? w.complete : <Missing facts={missingFor(tier, seen)} />}
            </dd>
          </div>
        ))}
      </dl>
      <Curated seen={seen} />
    </>
  );
}

function Detail({ fact, so: { isDone, count: seen, last, late } }: { fact: SeenFact; so: SeenSoFar }) {
  const { words, say, count, people, date, number } = useWords();
  const w = words.integration;
  const unit = counts[fact];
  if (!isDone || seen === undefined) return null;
  const what = unit && seen !== null ? count(unit, seen) : people(seen);
  const parts = [
    last === undefined ? what : say(w.last, { what, date: date(last) }),
    ...(late === undefined ? [] : [say(w.late, { n: number(late) })]),
  ];
  return <span class="quiet">{parts.join('; ')}</span>;
}

function Missing({ facts }: { facts: SeenFact[] }) {
  const { words, tag } = useWords();
  const w = words.integration;
  const named = facts.map((fact) => {
    const text = w.facts[fact];
    return text.slice(0, 1).toLocaleLowerCase(tag) + text.slice(1);
  });
  return <Said text={w.missing} of={{ facts: named.join('; ') }} />;
}

function Curated({ seen }: { seen: IntegrationFacts }) {
  const w = useWords().words.integration.curated;
  const missing = missingForCurated(seen);
  return (
    <>
      <h4>{w.title}</h4>
      <p>
        {missing.length === 0 ? (
          <strong>{w.eligible}</strong>
        ) : (
          <>
            <strong>{w.notYet}</strong> <Missing facts={missing} />
          </>
        )}{' '}
        {w.says}
      </p>
    </>
  );
}
