/** A programme as pages, cards and badges say it. */
import type { ProgrammeHead, ProgrammeRule, ProgrammeSaid } from '../../src/contract/pages/programmes.ts';
import { slugOf } from '../text/words.ts';
import type { Programme } from './store.ts';

export const headOf = ({
  programme_id: id,
  name,
}: Pick<Programme, 'programme_id' | 'name'>): ProgrammeHead => ({
  id,
  name,
  path: `/programme/${[id, slugOf(name)].filter(Boolean).join('-')}`,
});

/** In the language of its reader, or else as it was written. */
export function saidIn(programme: Programme, lang: string | undefined): ProgrammeSaid {
  const { texts, rule, colours, logo, link } = programme;
  const own = lang !== undefined && Object.hasOwn(texts, lang) ? texts[lang] : undefined;
  const { name = programme.name, text = '', award = '' } = own ?? texts[''] ?? {};
  return {
    ...headOf(programme),
    name,
    text,
    award,
    ...(own && lang !== undefined && { lang }),
    rule,
    ...(colours && { colours }),
    ...(logo !== undefined && { logo: `/images/${logo}.webp` }),
    ...(link !== undefined && { link }),
  };
}

const units = { contributions: 'contributions', hours: 'hours', projects: 'different projects' } as const;

/** The rule as a sentence of a badge, which is in English. */
export function ruleInWords({ from, to, isYearly, counts, ...needed }: ProgrammeRule): string {
  const parts = (['contributions', 'hours', 'projects'] as const)
    .filter((what) => needed[what] > 0)
    .map((what) => `${needed[what]} ${units[what]}`);
  const period = isYearly
    ? [`within a year from ${from}, or from the same day of a later year`]
    : [...(from === undefined ? [] : [`from ${from}`]), ...(to === undefined ? [] : [`to ${to}`])];
  const by = counts === 'reported' ? 'reported by the projects' : 'reported by the projects or by browsers';
  return `At least ${parts.join(', ')} in projects of the list, ${[by, ...period].join(', ')}.`;
}
