/** /docs and the pages below it: the documentation for project owners. */
import { docsTopics } from '../../src/contract/docs-topics.ts';
import type { PageData } from '../../src/contract/pages.ts';
import type { PageHandlers } from '../http/pages.ts';

export type OwnerDocsSettings = Pick<PageData['docs'], 'retentionDays' | 'pinned'> & { serviceName: string };

export const ownerPages = ({ serviceName, ...settings }: OwnerDocsSettings): PageHandlers =>
  Object.fromEntries(
    docsTopics.map(({ name, title, says }) => [
      `GET /docs${name && `/${name}`}`,
      ({ query }) => ({
        name: 'docs',
        title,
        description: `${serviceName} for project owners. ${says}`,
        data: { ...settings, topic: name, projectId: idIn(query['project_id']) },
      }),
    ]),
  );

/** The Project ID in the query, to be filled into the snippets. */
const idIn = (asked: unknown) =>
  typeof asked === 'string' && /^[1-9]\d{0,15}$/.test(asked) ? asked : 'YOUR_PROJECT_ID';
