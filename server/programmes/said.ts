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

/** The rule as a sentence of a badge, which is in English. */
export function ruleInWords({ contributions, hours, projects, from, to, counts }: ProgrammeRule): string {
  const parts = [
    ...(contributions > 0 ? [`${contributions} contributions`] : []),
    ...(hours > 0 ? [`${hours} hours`] : []),
    ...(projects > 0 ? [`${projects} different projects`] : []),
  ];
  const period = [...(from === undefined ? [] : [`from ${from}`]), ...(to === undefined ? [] : [`to ${to}`])];
  const by = counts === 'reported' ? 'reported by the projects' : 'reported by the projects or by browsers';
  return `At least ${parts.join(', ')} in projects of the list, ${[by, ...period].join(', ')}.`;
}
