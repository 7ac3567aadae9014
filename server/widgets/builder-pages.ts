/** /builder: the page that makes snippets of every embed, and the preview that it frames. */
import { addressOf, readBuilt } from '../../src/pages/builder/built.ts';
import { readSnippet } from '../../src/pages/builder/paste.ts';
import type { Service } from '../../src/pages/builder/snippets.ts';
import type { PageHandlers } from '../http/pages.ts';
import { previewOf } from './builder-preview.ts';

export const builderPages = (service: Service): PageHandlers => ({
  'GET /builder': ({ query }) => {
    const pasted = query['snippet'];
    const read = typeof pasted === 'string' && pasted.trim() !== '' ? readSnippet(pasted) : undefined;
    // The address of what was pasted, so that it can be shared and edited further.
    if (read) return { to: addressOf(read) };
    return {
      name: 'builder',
      title: 'Embed builder',
      description: `Makes the snippets of ${service.serviceName} for your own pages, with a live preview: confirmation message, form helper, project finder.`,
      data: {
        query: textsIn(query),
        pinned: service.pinned,
        ...(typeof pasted === 'string' && pasted.trim() !== '' && { isUnread: true as const }),
      },
    };
  },
  'GET /builder/preview': ({ query }) => previewOf(readBuilt(query), service),
});

const textsIn = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
