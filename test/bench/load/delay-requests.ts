/** The worst request that the limits allow for each operation, page and form, in every form of it. */
import fc from 'fast-check';
import { z } from 'zod';
import { api, type Operation } from '../../../src/contract/index.ts';
import { projectFieldNames } from '../../../src/contract/pages/project-form.ts';
import { site } from '../../../src/contract/site.ts';
import { oauthRows } from '../../fuzz/oauth.ts';
import { type Known, valuesFor } from '../../fuzz/values.ts';
import { mountedPages } from '../../set-up/service/mounted-pages.ts';
import type { RunningService } from '../../set-up/service/running-service.ts';
import { worstInventories, worstPages, worstSnippets } from '../../set-up/hostile/worst-documents.ts';
import type { Sent } from '../measure-delay.ts';
import { manyOf, worstFields, worstProjects } from './worst-values.ts';

/** Bytes: slightly less than a request's line and headers may have together. */
const queryBytes = 15_000;
const bodyBytes = 210_000;

/** Bytes of a form of our pages, and of one with a project or an inventory. */
const [formBytes, longFormBytes] = [60_000, 900_000];
const isLongForm = /^POST \/(add|project\/:project\/edit|review|operator\/import)\b/;

/** The id of the project that is updated: the next after the existing ones. */
export const updated = 14;

/** The facts that requests name. `documents`: where the worst pages are served; `ids`: by the name of a parameter. */
export type Asking = {
  known: Known;
  cookie: string;
  documents: string;
  ids: Record<string, string>;
};

type Row = Partial<Operation> & Pick<Operation, 'input'> & { acts?: string[] };

const ofProject = /^(GET|POST) \/(add\/:draft|project\/:project\/edit|review\/:project)$/;

/** Every row of the contract, every page and form that the server mounts, and OAuth's, which are the library's. */
export function allOperations(): Record<string, Row> {
  const pages = mountedPages().map(({ route, fields, acts }) => {
    const names = ['project_id', 'email', ...fields, ...(ofProject.test(route) ? projectFieldNames : [])];
    const maxBytes = isLongForm.test(route) ? longFormBytes : formBytes;
    const input = z.object(Object.fromEntries(names.map((name) => [name, z.unknown()])));
    return [route, { auth: 'none', maxBytes, input, acts }];
  });
  return { ...(Object.fromEntries(pages) as Record<string, Row>), ...api, ...site, ...oauthRows };
}

/** Documents that a form leads to or contains, by the name of their difficulty. */
function documentsFor(row: string, { documents }: Asking): Record<string, Record<string, unknown>> {
  const named = (texts: Record<string, string>, fields: (text: string, at: number) => object) =>
    Object.fromEntries(Object.entries(texts).map(([what, text], at) => [what, { ...fields(text, at) }]));
  if (row === 'POST /builder/check' || row === 'POST /add')
    return named(worstPages, (_, at) => ({ url: `${documents}/${at}` }));
  if (row === 'POST /operator/import')
    return named(worstInventories, (records) => ({ owner: 'owner@example.org', records }));
  if (row === 'GET /builder') return named(worstSnippets, (snippet) => ({ snippet }));
  return {};
}

const manyWords = 'many words in ';
/** One parameter with as many words as fit, the others as meant: such as scopes, prompts and languages. */
const oneLong = (names: string[], size: number, usual: object) =>
  Object.fromEntries(
    names.slice(0, 20).map((name) => [manyWords + name, { ...usual, [name]: manyOf(size) }]),
  );

/** The longest texts with each button of the form: only some of the buttons draw the page again. */
const withButtons = (worst: Record<string, object>, acts: string[] = []) =>
  Object.fromEntries(
    acts.flatMap((act) =>
      ['white space', 'combining marks', 'one letter'].map((what) => [
        `${what}, ${act}`,
        { ...worst[what], act },
      ]),
    ),
  );

/** Valid values, always the same. */
const meantFor = (names: string[], known: Known): Record<string, unknown> => {
  const values = valuesFor(known);
  const chosen = names.filter((name) => name !== 'jsonp' && values[name] !== undefined);
  return Object.fromEntries(
    chosen.map((name) => [
      name,
      fc.sample(values[name] as fc.Arbitrary<unknown>, { seed: 7, numRuns: 1 })[0],
    ]),
  );
};

/** All requests to one row. Each comes from an address of its own, since the limits would refuse most of them. */
export function requestsTo(service: RunningService, row: string, operation: Row, asking: Asking): Sent[] {
  const { known, cookie, ids } = asking;
  const [method = '', pattern = ''] = row.split(' ');
  const path = pattern
    .replace(/:(project\w*)/g, '11')
    .replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'a-token-of-nobody');
  const isPost = method === 'POST';
  const isPage = operation.reply === undefined;
  const size = isPost ? (operation.maxBytes ?? bodyBytes) : queryBytes;
  const { shape } = operation.input;
  const names = Object.keys(shape);
  const usual = meantFor(names, known);
  const worst = worstFields(shape, size * 0.95, usual);
  const all = {
    ...worst,
    ...(isPost && withButtons(worst, operation.acts)),
    ...oneLong(names, size * 0.9, usual),
    ...documentsFor(row, asking),
    ...(row === 'POST /api/project/add' && projects(usual, size)),
  };
  const headers = () => ({
    // A draft begins with nobody signed in: one person may have a few only.
    ...(row !== 'POST /add' && { cookie }),
    origin: row.includes(' /embed/') ? 'https://birds.example' : service.baseUrl,
    'x-forwarded-for': newAddress(),
  });
  const key = operation.auth === 'key' ? { key: known.keys[0] as string } : {};
  const query = (fields: object) =>
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        Array.isArray(value) && !isPost
          ? value.map((one) => [name, String(one)])
          : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
      ),
    );
  const post = (what: string, type: string, body: Buffer<ArrayBuffer>): Sent => ({
    what,
    ask: () =>
      service.get(`${path}?${query(key)}`, {
        method,
        headers: { ...headers(), 'content-type': type },
        body: body.subarray(0, size),
      }),
  });
  const sent = Object.entries(all).flatMap(([what, fields]): Sent[] => {
    if (!isPost) {
      const text = query({ ...fields, ...key, ...(operation.page && { format: 'json' }) })
        .toString()
        .slice(0, queryBytes);
      return [{ what, ask: () => service.get(`${path}?${text}`, { headers: headers() }) }];
    }
    const json = Buffer.from(JSON.stringify(fields));
    const form = Buffer.from(query(fields).toString());
    return [
      ...(isPage && !what.startsWith('many names') ? [] : [post(what, 'application/json', json)]),
      post(`${what}, as a form`, 'application/x-www-form-urlencoded', form),
    ];
  });
  const first = names[0] ?? 'a';
  if (isPost)
    return [
      ...sent,
      post('one name again and again', 'application/x-www-form-urlencoded', repeated(`${first}=1&`, size)),
      post('many parts of one name', 'multipart/form-data; boundary=x', parts(first, size)),
    ];
  return [
    ...sent,
    {
      what: 'long headers',
      ask: () => service.get(path, { headers: { ...headers(), ...longHeaders(cookie) } }),
    },
  ];
}

let addresses = 0;
const newAddress = (): string => {
  const at = addresses++;
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
};

const repeated = (text: string, size: number) => Buffer.from(text.repeat(Math.floor(size / text.length)));

/** As many parts as a form may have, full of what may begin a boundary. */
const parts = (name: string, size: number) =>
  Buffer.from(
    `${Array.from(
      { length: 190 },
      () =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'\r\n--'.repeat(size / 1000)}\r\n`,
    ).join('')}--x--\r\n`,
  );

/** Lists in headers, which together are as long as headers may be. */
const longHeaders = (cookie: string) => ({
  cookie: `${cookie}; ${'a=b; '.repeat(800)}`,
  'accept-language': 'xx;q=0.1, '.repeat(400),
  'if-none-match': '"a", '.repeat(600),
  range: `bytes=${'0-1,'.repeat(200)}0-1`,
});

/** Projects to be added, and changes of a published one, the last of which awaits review. */
function projects(usual: Record<string, unknown>, size: number): Record<string, Record<string, unknown>> {
  const added = Object.fromEntries(Object.entries(usual).filter(([name]) => name !== 'service_id'));
  return Object.fromEntries(
    Object.entries(worstProjects(size * 0.45)).flatMap(([what, fields]) => [
      [what, { ...added, ...fields }],
      [`update, ${what}`, { service_id: updated, ...fields }],
    ]),
  );
}
