/** The Atom feed of new projects and of what came of contributions (RFC 4287). */
import { feedPath } from '../../src/contract/pages/feed-path.ts';
import type { NewestOutcome, NewestProject } from './store.ts';
import { xmlDocument, xmlElement, xmlText } from './xml.ts';

export const maxEntries = 50;

const instant = (time: number) => new Date(time).toISOString();

/** `now`: for a feed without entries, which must have a time all the same. `lang`: that of the texts that have it. */
export function feedOf(
  { projects, outcomes }: { projects: NewestProject[]; outcomes: NewestOutcome[] },
  { baseUrl, serviceName }: { baseUrl: string; serviceName: string },
  { now, lang }: { now: number; lang: string | undefined },
): string {
  const self = baseUrl + feedPath + (lang === undefined ? '' : `?lang=${lang}`);
  const times = [...projects.map(({ updatedAt }) => updatedAt), ...outcomes.map(({ shownAt }) => shownAt)];
  const updated = times.length > 0 ? Math.max(...times) : now;
  return xmlDocument(`<feed xmlns="http://www.w3.org/2005/Atom">
${xmlElement('id', `${baseUrl}${feedPath}`)}
${xmlElement('title', `New projects on ${serviceName}`)}
<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(baseUrl)}/"/>
${xmlElement('updated', instant(updated))}
${[...projects.map((project) => entryOf(project, baseUrl)), ...outcomes.map((outcome) => toldEntry(outcome, baseUrl))].join('\n')}
</feed>`);
}

/** An entry keeps its id when its project gets another name, and with it another address. */
const entryOf = (
  { id, card, organisation, publishedAt, updatedAt }: NewestProject,
  baseUrl: string,
): string =>
  `<entry>
${xmlElement('id', `${baseUrl}/project/${id}`)}
${xmlElement('title', card.title)}
<link rel="alternate" type="text/html" href="${xmlText(baseUrl + card.url)}"/>
${xmlElement('published', instant(publishedAt))}
${xmlElement('updated', instant(Math.max(publishedAt, updatedAt)))}
<author>${xmlElement('name', organisation)}</author>
${card.topics.map((topic) => `<category term="${xmlText(topic)}"/>`).join('')}
${xmlElement('summary', card.description)}
</entry>`;

const toldEntry = ({ id, projectId, name, sentence, shownAt }: NewestOutcome, baseUrl: string): string =>
  `<entry>
${xmlElement('id', `${baseUrl}/project/${projectId}#outcome-${id}`)}
${xmlElement('title', `${name}: what came of it`)}
<link rel="alternate" type="text/html" href="${xmlText(`${baseUrl}/project/${projectId}#outcomes`)}"/>
${xmlElement('updated', instant(shownAt))}
<author>${xmlElement('name', name)}</author>
${xmlElement('summary', sentence)}
</entry>`;
