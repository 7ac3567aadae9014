/** A project in the language of its reader. */
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import type { Translation } from '../../src/contract/fields/translated-fields.ts';
import type { Project } from './reading/read-project.ts';
import { writtenLanguage } from './derived/project-text.ts';

/** The languages that a project can be read in: its own first, if it is known, and those of its translations. */
export const languagesOf = (project: Project): string[] => [
  ...new Set([writtenLanguage(project) ?? '', ...Object.keys(project.translations ?? {})]),
];

/** The translation for a reader of these languages, the most wanted first; none where the project is written in one before. */
export function translationFor(
  project: Project,
  wanted: readonly (string | undefined)[],
): { lang: string; texts: Translation } | undefined {
  const own = writtenLanguage(project);
  for (const lang of wanted) {
    if (lang === own) return undefined;
    const texts = ownEntry(project.translations ?? {}, lang);
    if (lang !== undefined && texts) return { lang, texts };
  }
  return undefined;
}

/** The project with its translated texts; what is not translated is as it was written. */
export const projectIn = (project: Project, wanted: readonly (string | undefined)[]): Project => ({
  ...project,
  ...translationFor(project, wanted)?.texts,
});
