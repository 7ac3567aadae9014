/** Searches as people type them, and whether one of the expected projects is among the first five. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { root } from '../../scripts/built.ts';
import type { RunningService } from '../set-up/service/running-service.ts';

/** `kind`: of English searches; of the others, their language. `isOver`: all that is right has ended, and is shown where the page offers that. */
export type JudgedQuery = { kind: string; q: string; right: string[]; isOver?: true };
/** `suggestion`: nothing was found, and this is the result of the suggested spelling. */
export type Verdict = JudgedQuery & {
  first: { title: string; isRight: boolean }[];
  suggestion?: string | undefined;
  isGood: boolean;
};

const considered = 5;

export const catalogueFile = join(root, 'server/demo/catalog.json');
export const judgedQueries = JSON.parse(
  readFileSync(new URL('judged-queries.json', import.meta.url), 'utf8'),
) as JudgedQuery[];

type OfLanguage = { projects: object[]; queries: { q: string; right: string[] }[] };

const folder = new URL('languages/', import.meta.url);
/** Projects in languages other than English, and what people search for in each. */
const ofLanguages = readdirSync(folder).map((file) => ({
  language: file.slice(0, 2),
  ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as OfLanguage),
}));
export const queriesInLanguages: JudgedQuery[] = ofLanguages.flatMap(({ language, queries }) =>
  queries.map((query) => ({ kind: language, ...query })),
);

/** Every second project says in which language it is; the language of the others is to be found out. */
const projectsInLanguages = ofLanguages.flatMap(({ language, projects }) =>
  projects.map((project, at) => ({
    ...project,
    url: `https://${language}${at}.example/`,
    origin: `The ${language} society`,
    contact_email: `${language}@example.org`,
    ...(at % 2 === 0 && { languages: [language] }),
  })),
);

/** A finder key on a service with the published catalogue, and with the projects in other languages. */
export async function fillWithCatalogue(service: RunningService): Promise<string> {
  const inLanguages = join(service.dataDir, 'languages.json');
  writeFileSync(inLanguages, JSON.stringify(projectsInLanguages));
  for (const file of [catalogueFile, inLanguages]) {
    const words = ['import', file, '--owner', 'catalogue@example.org', '--publish'];
    const { code, stdout, stderr } = await service.operator(...words);
    if (code !== 0) throw new Error(`The catalogue was not imported: ${stdout}${stderr}`);
  }
  return (await service.operator<{ key: string }>('key', 'seeker@example.org')).json.key;
}

type Reply = { results: { title: string }[]; suggestion?: string };

/** The first titles of the finder's page, and the spelling that it offers. */
function readFinder(html: string): Reply {
  const { document } = new Window();
  document.body.innerHTML = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const titles = [...document.querySelectorAll('.cards .project-card :is(h2, h3)')];
  const suggestion = document.querySelector('.suggestion a')?.textContent;
  return {
    results: titles.slice(0, considered).map(({ textContent }) => ({ title: textContent })),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/**
 * Sends every query over HTTP, one after another; if nothing is found, uses the suggested spelling. Searches for a place
 * are answered by our page, which knows what is near; the others by the API, whose order the page shares.
 */
export async function judge(
  service: RunningService,
  key: string,
  queries = judgedQueries,
): Promise<Verdict[]> {
  const ask = async ({ q, kind, isOver }: Omit<JudgedQuery, 'right'>): Promise<Reply> => {
    const isOnPage = kind === 'place';
    const asked = new URLSearchParams(
      isOnPage
        ? { q, ...(isOver && { ended: 'yes' }) }
        : { format: 'json', limit: String(considered), q, key },
    );
    const reply = await service.get(`/finder?${asked}`);
    if (!reply.ok) throw new Error(`${q}: ${await reply.text()}`);
    return isOnPage ? readFinder(await reply.text()) : ((await reply.json()) as Reply);
  };
  const verdicts: Verdict[] = [];
  for (const query of queries) {
    const { results, suggestion } = await ask(query);
    const isOffered = results.length === 0 && suggestion !== undefined;
    const shown = isOffered ? (await ask({ ...query, q: suggestion })).results : results;
    const first = shown.map(({ title }) => ({ title, isRight: query.right.includes(title) }));
    const isGood = first.some(({ isRight }) => isRight);
    verdicts.push({ ...query, first, isGood, ...(isOffered && { suggestion }) });
  }
  return verdicts;
}

/** The searches with a place in their words. */
export const ofPlaces = (verdicts: Verdict[]): Verdict[] => verdicts.filter(({ kind }) => kind === 'place');

export const share = (verdicts: Verdict[]): number =>
  verdicts.filter(({ isGood }) => isGood).length / verdicts.length;
