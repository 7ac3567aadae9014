import type { PageData } from '../../contract/pages.ts';
import type { FigureName, FigureSet } from '../../contract/pages/stats-figures.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { fillIn, type PageLanguage } from '../../ui/words/language.ts';
import { Counted } from '../../ui/counted.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { Figures } from './figures/figures.tsx';
import { ParticipantsTile } from './figures/participants-tile.tsx';
import { DropTests } from './tools/test-events.tsx';

type Props = { stats: NonNullable<PageData['project']['stats']>; path: string };

/** The share of late contributions from which an owner should look at the reports. */
const worthALook = 0.05;

/** The answer to what an owner came for, in one sentence: how much came in, and whether that is more than before. */
function answer({ figures, choice }: FigureSet, { words, count, number }: PageLanguage): string {
  const rows = (name: FigureName) => figures.find((figure) => figure.name === name)?.rows ?? [];
  const now = rows('contributions').reduce((sum, row) => sum + Number(row.at(-1) ?? 0), 0);
  const before = Number(rows('comparison').find(([what]) => what === 'contributions')?.[2] ?? 0);
  const texts = before > 0 ? words.stats.after : words.stats.spans;
  return fillIn(texts[choice.span], { all: count('contribution', now), before: number(before) });
}

/** The answer in a sentence, the totals, and the figures over time. */
export function Stats({ stats: { totals, figures }, path }: Props) {
  const language = useWords();
  const { words, say, count, share } = language;
  const w = words.stats;
  if (totals.events === 0)
    return (
      <div class="empty">
        <h2>{w.none}</h2>
        <p>{totals.tests > 0 ? say(w.works, { tests: count('testEvent', totals.tests) }) : w.soon}</p>
        <p>
          <ButtonLink href={`${path}/tools`} text={w.snippet} look="primary" />
        </p>
        {totals.tests > 0 && <DropTests path={path} tests={totals.tests} from="stats" />}
      </div>
    );
  return (
    <div class="stats">
      <p class="lead">{answer(figures, language)}</p>
      <ul class="tiles">
        <li>
          <Counted what="inAll" value={totals.events} />
        </li>
        <ParticipantsTile participants={totals.participants} />
        {totals.late > totals.events * worthALook && (
          <li>
            <Said text={w.late} of={{ share: <strong>{share(totals.late, totals.events)}</strong> }} />
          </li>
        )}
        {totals.tests > 0 && (
          <li>
            <Said text={w.tests} of={{ tests: <Counted what="testEvent" value={totals.tests} /> }} />
            <DropTests path={path} tests={totals.tests} from="stats" />
          </li>
        )}
      </ul>
      <Figures set={figures} path={path} />
    </div>
  );
}
