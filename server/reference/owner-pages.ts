/** /docs and the pages below it: the documentation for project owners. */
import { docsTopics } from '../../src/contract/pages/docs-topics.ts';
import type { PageData } from '../../src/contract/pages.ts';
import type { FormFields } from '../http/bodies/form-fields.ts';
import type { PageHandlers } from '../http/pages.ts';

export const ownerPages = (settings: Pick<PageData['docs'], 'retentionDays' | 'pinned'>): PageHandlers =>
  Object.fromEntries(
    docsTopics.map(({ name, title }) => [
      `GET /docs${name && `/${name}`}`,
      ({ query }) => ({
        name: 'docs',
        title,
        data: { ...settings, topic: name, projectId: projectIdIn(query) ?? 'YOUR_PROJECT_ID' },
      }),
    ]),
  );

/** The Project ID in the query, to be filled into snippets and examples. */
export const projectIdIn = ({ project_id: id }: FormFields): string | undefined =>
  /^[1-9]\d{0,15}$/.exec(id ?? '')?.[0];
