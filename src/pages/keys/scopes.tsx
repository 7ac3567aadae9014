import type { KeyScopes } from '../../contract/pages/keys.ts';
import type { PageWords } from '../../ui/words/language.ts';

/** In the order of their weight. */
export const scopeOrder = ['record', 'projects', 'finder'] as const;

/** "records contributions, searches the directory". */
export const scopesInWords = (scopes: KeyScopes, { keys, ages }: PageWords): string =>
  scopes === 'all'
    ? keys.all
    : scopeOrder
        .filter((scope) => scopes.includes(scope))
        .map((scope) => keys.scopes[scope].does)
        .join(ages.comma);
