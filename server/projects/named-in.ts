/** The projects in the data of a page, by the names that they have in the language of its reader. */
import type { ProjectHead } from '../../src/contract/pages.ts';
import type { ProjectStore } from './store.ts';

export type NamedIn = <Data>(data: Data, lang: string) => Promise<Data>;

const isHead = (value: object): value is ProjectHead =>
  'id' in value && 'title' in value && 'path' in value && typeof value.id === 'number';

/** A copy in which each project is what `change` makes of it. */
function withHeads(value: unknown, change: (head: ProjectHead) => ProjectHead): unknown {
  if (Array.isArray(value)) return value.map((one) => withHeads(one, change));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withHeads(one, change)]));
  return isHead(value) ? change(copy as ProjectHead) : copy;
}

export function namedIn({ titles }: Pick<ProjectStore, 'titles'>): NamedIn {
  return async <Data>(data: Data, lang: string) => {
    const ids = new Set<number>();
    withHeads(data, (head) => {
      ids.add(head.id);
      return head;
    });
    const named = ids.size > 0 ? await titles([...ids], lang) : new Map<number, string>();
    if (named.size === 0) return data;
    return withHeads(data, (head) => ({ ...head, title: named.get(head.id) ?? head.title })) as Data;
  };
}
