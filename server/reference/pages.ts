/** /docs/api and the pages below it, generated from the same contract as /openapi.json: a row of the contract is a page here. */
import { apiChapters } from '../../src/contract/pages/docs-topics.ts';
import type { ApiDocs, ApiDocsPage, ApiReader } from '../../src/contract/pages/api-docs.ts';
import { hashingExample, reference } from '../../src/contract/api/reference.ts';
import { refusals } from '../../src/contract/api/refusals.ts';
import { authorizePath, scopeMeanings, tokenPath } from '../../src/contract/api/user-info.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { hashingExamples } from './examples/hashing.ts';
import { inEveryLanguage } from './examples/languages.ts';
import { exampleRequest } from './examples/request.ts';
import type { DocumentSettings } from './openapi.ts';
import { describedOperations, type DescribedOperation } from './operations.ts';
import { projectIdIn } from './owner-pages.ts';
import type { Readers } from './readers.ts';
import { secondProfiles } from './second-profiles.ts';

type ShownDocs = ApiDocs['show'];

export type ReferenceSettings = DocumentSettings & {
  limits: { name: string; max: number; per: string }[];
};

const codes = Object.entries(refusals).flatMap(([code, { status, means, todo, ...more }]) =>
  'embed' in more ? [] : [{ code, status, means, todo }],
);

export function referencePages(settings: ReferenceSettings, readers: Readers): PageHandlers {
  const { baseUrl, serviceName, slug, openFinder, limits } = settings;
  const operations = describedOperations(settings);
  const pages = [...operations.map(listed), ...chapters];
  const chapterShown: Record<(typeof apiChapters)[number]['name'], ShownDocs> = {
    basics: { kind: 'basics', slug, openFinder, limits },
    hashing: { kind: 'hashing', ...hashingExample, examples: hashingExamples, secondProfiles },
    authorization: {
      kind: 'authorization',
      paths: { authorize: authorizePath, token: tokenPath },
      scopes: scopeMeanings,
    },
    clients: { kind: 'clients' },
    errors: { kind: 'errors', refusals: codes },
  };

  const answer = (here: string, title: string, show: ShownDocs, { query }: Visit): PageAnswer => {
    const projectId = projectIdIn(query);
    return {
      name: 'api-docs',
      title: here === '' ? 'API reference' : `${title}, API reference`,
      description: `The ${serviceName} API: ${title}.`,
      data: { here, pages, baseUrl, show, ...(projectId !== undefined && { projectId }) },
    };
  };

  const operationPage =
    ({ entry, ...operation }: DescribedOperation) =>
    async (visit: Visit): Promise<PageAnswer> => {
      const reader = await readers(visit, entry.operation.scope);
      const request = exampleRequest(entry, reference[entry.row], baseUrl, {
        key: reader?.apiKey?.placeholder ?? 'YOUR_API_KEY',
        projectId: projectIdIn(visit.query) ?? String(reader?.project?.id ?? 'YOUR_PROJECT_ID'),
        now: visit.now,
      });
      const isNeeded = entry.operation.auth === 'key';
      const shown: ShownDocs = {
        kind: 'operation',
        operation: { ...operation, examples: inEveryLanguage(request) },
        ...(reader && isNeeded && { reader: used(reader, reference[entry.row].example) }),
      };
      return answer(operation.name, operation.title, shown, visit);
    };

  return {
    'GET /docs/api': (visit) => {
      const { q } = visit.query;
      const show: ShownDocs = { kind: 'index', q: typeof q === 'string' ? q.trim().slice(0, 100) : '' };
      return answer('', 'every operation, with examples', show, visit);
    },
    ...Object.fromEntries(
      operations.map((operation) => [`GET /docs/api/${operation.name}`, operationPage(operation)]),
    ),
    ...Object.fromEntries(
      apiChapters.map(({ name, title }) => [
        `GET /docs/api/${name}`,
        (visit: Visit) => answer(name, title, chapterShown[name], visit),
      ]),
    ),
  };
}

/** Without the project if the example does not name it. Its text is not searched for the ID: a port may have the same digits. */
const used = ({ apiKey, project }: ApiReader, example: object): ApiReader => ({
  ...(apiKey && { apiKey }),
  ...(project && Object.values(example).includes('YOUR_PROJECT_ID') && { project }),
});

const listed = ({
  name,
  title,
  says,
  method,
  path,
  fields,
  reply,
  entry,
}: DescribedOperation): ApiDocsPage => ({
  name,
  title,
  says: /^.*?[.](?=\s|$)/.exec(says)?.[0] ?? says,
  method,
  path,
  anchors: [entry.row.toLowerCase().replace(/\W+/g, '-')],
  words: [...new Set([...fields, ...reply].map((field) => field.name))].join(' '),
});

const chapters: ApiDocsPage[] = apiChapters.map(({ name, title, says, anchors }) => {
  const words = name === 'errors' ? codes.map(({ code }) => code) : [];
  return {
    name,
    title,
    says,
    anchors: [...anchors, ...words.map((code) => `error-${code}`)],
    words: words.join(' '),
  };
});
