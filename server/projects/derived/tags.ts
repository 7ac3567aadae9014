/** Every tag by which a project is listed or filtered. */
import { listFilterRows, type ListFilterName } from '../../../src/contract/pages/finder.ts';
import { regionsCovered } from '../../places/covered-regions.ts';
import { textsOf, writtenLanguage } from './project-text.ts';
import type { Project } from '../reading/read-project.ts';
import { projectLanguages } from '../../../src/contract/fields/project-languages.ts';
import { languagesNamed } from '../../text/text-language.ts';
import { folded } from '../../text/words.ts';

/**
 * `where`: online or anywhere; `in`: countries and US states that its area is in; `open`: whether it goes on, `yes` or
 * `no`; `home`: it can be done from anywhere; `by`: its organisations, folded; `programme`: the open programmes that list
 * it (programme-tags.ts); the others: `listFilters`.
 */
export type Tag = {
  kind:
    | 'topic'
    | 'activity'
    | 'tag'
    | 'un'
    | 'where'
    | 'in'
    | 'open'
    | 'home'
    | 'by'
    | 'programme'
    | ListFilterName;
  name: string;
};

/** The codes of the languages in which people take part: those that it lists, or else that of its texts. */
function spokenIn(project: Project): string[] {
  const { languages = [], translations = {} } = project;
  const listed = languagesNamed(languages, projectLanguages);
  const own = listed.length > 0 ? listed : [writtenLanguage(project) ?? []].flat();
  return [...new Set([...own, ...Object.keys(translations)])];
}

export function tagsOf(project: Project): Tag[] {
  const { regions } = project;
  const tags = new Set(project.tags.map((tag) => tag.toLowerCase()));
  const named = (kind: Tag['kind'], names: Iterable<string>) => [...names].map((name) => ({ kind, name }));
  return [
    ...named('topic', project.topics),
    ...named('activity', project.activities),
    ...named('tag', tags),
    ...named(
      'un',
      project.UN_regions.map(({ code }) => code),
    ),
    ...(regions?.kind === 'area'
      ? named('in', regionsCovered(regions.geometry))
      : regions
        ? [...named('where', [regions.kind]), ...named('home', ['yes'])]
        : []),
    ...named('open', [project.status === 'complete' ? 'no' : 'yes']),
    ...named('by', new Set(textsOf(project).organisation.map((name) => folded(name.trim())))),
    ...listFilterRows.flatMap(([kind, { field }]) =>
      field === undefined ? [] : named(kind, [project[field] ?? []].flat().map(String)),
    ),
    ...named('language', spokenIn(project)),
    ...named('setting', [...(project.outdoors ? ['outdoors'] : []), ...(project.indoors ? ['indoors'] : [])]),
  ];
}
