/** Reads the form of a programme. */
import { contrast, leastContrast } from '../../src/contract/fields/colour.ts';
import { calendarDate } from '../../src/contract/fields/calendar-date.ts';
import { oneOf, text, wholeNumber } from '../../src/contract/fields/kinds.ts';
import { nameText } from '../../src/contract/fields/name-text.ts';
import { httpUrl } from '../../src/contract/fields/web-address.ts';
import {
  countedSources,
  type ProgrammeRule,
  type ProgrammeTexts,
  type TypedProgramme,
} from '../../src/contract/pages/programmes.ts';
import type { FormFields } from '../http/bodies/form-fields.ts';
import { ourLanguages } from '../text/languages.ts';

/** As it is stored. */
export type ProgrammeForm = {
  name: string;
  texts: ProgrammeTexts;
  rule: ProgrammeRule;
  colours: { ground: string; ink: string } | undefined;
  link: string | undefined;
  search: string | undefined;
};

const longestText = 2000;
const shape = {
  name: nameText('the name', 80),
  text: text('the text', longestText),
  award: text('what is awarded', 300),
  link: httpUrl('the address'),
  search: text('the search', 1000),
  contributions: wholeNumber('contributions', 0, 100_000),
  hours: wholeNumber('hours', 0, 10_000),
  projects: wholeNumber('projects', 0, 100),
  from: calendarDate('the first day'),
  to: calendarDate('the last day'),
  counts: oneOf('what counts', [...countedSources]),
};
const colour = /^#[\da-f]{6}$/i;

/** The parts of an address after its `?`, or all of a text that has none. */
const queryOf = (search: string) => search.slice(search.indexOf('?') + 1).split('#', 1)[0] ?? '';

export function readProgramme(fields: FormFields): {
  given: TypedProgramme;
  faults: Record<string, string>;
  read: ProgrammeForm | undefined;
} {
  const given = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value.slice(0, 2 * longestText).trim()]),
  );
  const faults: Record<string, string> = {};
  const parse = <Name extends keyof typeof shape>(kind: Name, name: string = kind) => {
    const typed = given[name] ?? '';
    if (typed === '') return undefined;
    const { data, error } = shape[kind].safeParse(typed);
    if (error) faults[name] = error.issues[0]?.message ?? 'is not readable';
    return data as ReturnType<(typeof shape)[Name]['parse']> | undefined;
  };
  const required = (name: 'name' | 'text' | 'award') => {
    if ((given[name] ?? '') === '') faults[name] = 'must not be empty';
    return parse(name) ?? '';
  };
  const translated = Object.fromEntries(
    ourLanguages.flatMap((code) => {
      const [name, said, award] = (['name', 'text', 'award'] as const).map((kind) =>
        parse(kind, `${kind}-${code}`),
      );
      if (said === undefined && award === undefined && name === undefined) return [];
      if (said === undefined) faults[`text-${code}`] ??= 'must not be empty';
      if (award === undefined) faults[`award-${code}`] ??= 'must not be empty';
      return [[code, { ...(name !== undefined && { name }), text: said ?? '', award: award ?? '' }]];
    }),
  );
  const [name, said, award] = [required('name'), required('text'), required('award')];
  const [from, to] = [parse('from'), parse('to')];
  const rule: ProgrammeRule = {
    contributions: parse('contributions') ?? 0,
    hours: parse('hours') ?? 0,
    projects: parse('projects') ?? 0,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(given['isYearly'] === 'true' && { isYearly: true as const }),
    counts: parse('counts') ?? 'reported',
  };
  if (rule.contributions + rule.hours + rule.projects === 0)
    faults['contributions'] ??= 'must be at least 1, or hours or projects';
  if (from !== undefined && to !== undefined && from > to) faults['to'] = 'must not be before the first day';
  if (rule.isYearly && from === undefined) faults['from'] ??= 'must be the day on which each year begins';
  if (rule.isYearly && to !== undefined) faults['to'] ??= 'must be empty if it begins again each year';
  const search = parse('search');
  const form = {
    name,
    texts: { '': { text: said, award }, ...translated },
    rule,
    colours: coloursIn(given, faults),
    link: parse('link'),
    search: search === undefined ? undefined : queryOf(search),
  };
  return { given, faults, read: Object.keys(faults).length === 0 ? form : undefined };
}

function coloursIn(given: TypedProgramme, faults: Record<string, string>) {
  const { ground = '', ink = '' } = given;
  if (ground === '' && ink === '') return undefined;
  for (const [name, value] of Object.entries({ ground, ink }))
    if (!colour.test(value)) faults[name] = 'must be a colour like #0b5d4b; the other colour, too';
  const ratio = contrast(ground, ink) ?? leastContrast;
  if (ratio < leastContrast)
    faults['ink'] ??=
      `must differ more from the ground: the contrast is ${Math.floor(ratio * 10) / 10}, and at least ${leastContrast} is needed`;
  return { ground, ink };
}

/** A stored programme as its form has it. */
export const typedProgramme = ({ texts, rule, colours, ...form }: ProgrammeForm): TypedProgramme => ({
  name: form.name,
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([code, said]) =>
      Object.entries(said).map(([kind, value]) => [code === '' ? kind : `${kind}-${code}`, value]),
    ),
  ),
  ...Object.fromEntries(Object.entries(rule).map(([kind, value]) => [kind, String(value)])),
  ...colours,
  ...(form.link !== undefined && { link: form.link }),
  ...(form.search !== undefined && { search: form.search }),
});
