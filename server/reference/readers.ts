/** Data of a signed-in reader for the examples: the name of a key, never its text, and one of their projects. */
import type { KeyScope } from '../../src/contract/index.ts';
import type { ApiReader } from '../../src/contract/pages/api-docs.ts';
import type { Visit } from '../http/pages.ts';

type ReaderKey = { name: string; scopes: string; created_at: number; revoked_at: number | null };

export type Readers = (visit: Visit, scope: KeyScope | 'any' | undefined) => Promise<ApiReader | undefined>;

type Owned = {
  keys: (accountId: number) => Promise<ReaderKey[]>;
  projects: (accountId: number) => Promise<{ project_id: number; name: string }[]>;
};

export const readersOf =
  ({ keys, projects }: Owned): Readers =>
  async ({ visitor, now }, scope) => {
    if (!visitor) return undefined;
    const key = (await keys(visitor.accountId))
      .filter(({ revoked_at }) => revoked_at === null || revoked_at > now)
      .filter(
        ({ scopes }) => scope === 'any' || scopes.split(' ').some((one) => one === 'all' || one === scope),
      )
      .at(-1);
    const [project] = (await projects(visitor.accountId)).sort((a, b) => a.project_id - b.project_id);
    if (!key && !project) return undefined;
    return {
      ...(key && { apiKey: { name: key.name, placeholder: placeholderFor(key.name) } }),
      ...(project && { project: { id: project.project_id, name: project.name } }),
    };
  };

/** Letters and digits of any script only: the name is anybody's text, and is written into a program. */
function placeholderFor(name: string): string {
  const words =
    name
      .toUpperCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('_') ?? '';
  return words === '' ? 'YOUR_API_KEY' : `YOUR_KEY_${[...words].slice(0, 40).join('')}`;
}
