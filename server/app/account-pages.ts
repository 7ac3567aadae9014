/** The pages of a person's account: their keys. */
import type { PageHandlers } from '../http/pages.ts';
import { keyPages } from '../keys/key-pages.ts';
import type { Surfaces } from './surfaces.ts';

export const pagesOfAccounts = ({ features, naming, heads }: Surfaces): PageHandlers =>
  keyPages({
    keys: features.keys,
    ownKeys: features.ownKeys,
    managedBy: heads.managedBy,
    baseUrl: naming.baseUrl,
  });
