import type { KeyScope } from '../../contract/index.ts';
import type { KeyScopes } from '../../contract/pages/keys.ts';

/** Describes each scope of a key: `does` in a list, `says` next to its box. */
export const scopeWords: Record<KeyScope, { does: string; title: string; says: string }> = {
  record: {
    does: 'records contributions',
    title: 'Record contributions',
    says: 'Looks up the profile ids of your participants, and records what they do in the projects that you manage. For your server.',
  },
  projects: {
    does: 'adds and updates projects',
    title: 'Add and update projects',
    says: 'Sends projects to the directory, and updates those that were added with it.',
  },
  finder: {
    does: 'searches the directory',
    title: 'Search the directory',
    says: 'Reads what everyone may read. Choose nothing else for a key that is in a page, where everyone can read it.',
  },
};

/** In the order of their weight. */
export const scopeOrder = ['record', 'projects', 'finder'] as const;

/** "records contributions, searches the directory". */
export const scopesInWords = (scopes: KeyScopes): string =>
  scopes === 'all'
    ? 'may do everything that keys can do'
    : scopeOrder
        .filter((scope) => scopes.includes(scope))
        .map((scope) => scopeWords[scope].does)
        .join(', ');
