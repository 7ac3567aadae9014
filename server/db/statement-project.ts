/** The project whose contributions a statement is about, as far as its text and values tell. */
import { distributedTables } from './distribution.ts';

const tables = new Set(distributedTables);
const named = /\b(?:from|join|into|update|using)\s+"?(\w+)/gi;
const compared = /\bproject_id"?\s*=/g;
const given = /\bproject_id"?\s*=\s*\$(\d+)/g;

/** Whether a statement may read or write contributions on workers of Citus. */
export const isOnContributions = (text: string): boolean =>
  text === 'commit' || text.split(/\W+/).some((word) => tables.has(word));

/**
 * Undefined unless each table of contributions in it is compared by its project, with one and the same value: then Citus
 * sends it to the worker of that project only.
 */
export function projectOfStatement(text: string, values: readonly unknown[]): number | undefined {
  const used = [...text.matchAll(named)].filter(([, table]) => tables.has(table ?? ''));
  const projects = new Set([...text.matchAll(given)].map(([, place]) => Number(values[Number(place) - 1])));
  const [project] = projects;
  const isOne =
    projects.size === 1 &&
    Number.isSafeInteger(project) &&
    (text.match(compared)?.length ?? 0) >= used.length;
  return isOne ? project : undefined;
}
