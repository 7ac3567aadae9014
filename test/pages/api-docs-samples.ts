/** Samples of the pages of the API reference. */
import type { ApiDocs } from '../../src/contract/pages/api-docs.ts';
import type { Page } from '../../src/contract/pages.ts';

/** Each kind of page of the API reference. */
export function apiDocs(text: string): Record<string, Page> {
  const field = { name: text, place: 'query', type: text, required: true, says: text };
  const example = { language: 'curl', title: text, code: text } as const;
  const shows: ApiDocs['show'][] = [
    { kind: 'index', q: text },
    {
      kind: 'operation',
      operation: {
        name: 'name',
        title: text,
        says: text,
        method: 'GET',
        path: text,
        needs: text,
        isOpen: true,
        jsonp: true,
        fields: [field],
        reply: [field],
        answer: text,
        refusals: [{ code: text, status: 400, means: text }],
        examples: [example],
      },
      reader: { apiKey: { name: text, placeholder: text }, project: { id: 7, name: text } },
    },
    { kind: 'basics', slug: text, openFinder: true, limits: [{ name: text, max: 5, per: text }] },
    {
      kind: 'hashing',
      typed: text,
      plain: text,
      digest: text,
      examples: [example],
      secondProfiles: { typed: text, rows: [{ fault: text, hashed: text, digest: text }] },
    },
    { kind: 'authorization', paths: { authorize: text, token: text }, scopes: { login: text } },
    { kind: 'clients' },
    { kind: 'errors', refusals: [{ code: text, status: 400, means: text, todo: text }] },
  ];
  const pages = [
    { name: 'name', title: text, says: text, method: 'GET', path: text, anchors: ['anchor'], words: text },
  ];
  return Object.fromEntries(
    shows.map((show) => [
      `api-docs, ${show.kind}`,
      {
        name: 'api-docs',
        title: text,
        data: { here: show.kind === 'index' ? '' : 'name', pages, baseUrl: text, projectId: '12', show },
      },
    ]),
  );
}
