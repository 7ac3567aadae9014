/** The languages of the examples, in the order of their tabs. A further one is a row here and in `ExampleLanguage`. */
import type { ExampleLanguage } from '../../../src/contract/pages/api-docs.ts';
import type { ExampleRequest } from './request.ts';
import * as notations from './literals.ts';

/** For browsers and Node.js: `fetch` is in both. */
function javascript({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const isQuery = method === 'GET' && fields.length > 0;
  const settings = [
    ...(method === 'POST' ? ['method: "POST",'] : []),
    ...(bearer !== undefined || body ? [`headers: { ${headersOf(bearer, body).join(', ')} },`] : []),
    ...(body ? [`body: JSON.stringify(${notations.literal(body, notations.json, '  ')}),`] : []),
    ...(method === 'POST' && !body ? [`body: new URLSearchParams(${fieldsOf(fields, '  ')}),`] : []),
  ];
  const target = `"${address}${isQuery ? '?" + query' : '"'}`;
  return [
    ...(isQuery ? [`const query = new URLSearchParams(${fieldsOf(fields)});`] : []),
    settings.length === 0
      ? `const reply = await fetch(${target});`
      : `const reply = await fetch(${target}, {\n  ${settings.join('\n  ')}\n});`,
    'console.log(await reply.json());',
  ].join('\n');
}

const fieldsOf = (fields: ExampleRequest['fields'], indent?: string) =>
  notations.literal(Object.fromEntries(fields), notations.json, indent);

const headersOf = (bearer: string | undefined, body: object | undefined) => [
  ...(bearer === undefined ? [] : [`Authorization: "Bearer ${bearer}"`]),
  ...(body ? ['"Content-Type": "application/json"'] : []),
];

/** With PHP alone, without its curl extension. */
function php({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const isQuery = method === 'GET' && fields.length > 0;
  const headers = [
    ...(bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`]),
    ...(method === 'POST' ? [`Content-Type: application/${body ? 'json' : 'x-www-form-urlencoded'}`] : []),
  ];
  const http = [
    ...(method === 'POST' ? [`'method' => 'POST',`] : []),
    ...(headers.length > 0 ? [`'header' => ${notations.literal(headers, notations.php)},`] : []),
    ...(method === 'POST' ? [`'content' => $${body ? 'project' : 'fields'},`] : []),
    // Otherwise the reply to a refused request would be lost.
    `'ignore_errors' => true,`,
  ];
  const encoded = `http_build_query(${notations.literal(Object.fromEntries(fields), notations.php)})`;
  return [
    '<?php',
    ...(isQuery ? [`$query = ${encoded};`] : []),
    ...(method === 'POST' && !body ? [`$fields = ${encoded};`] : []),
    ...(body ? [`$project = json_encode(${notations.literal(body, notations.php)});`] : []),
    `$context = stream_context_create(['http' => [\n    ${http.join('\n    ')}\n]]);`,
    `$reply = file_get_contents("${address}${isQuery ? '?$query' : ''}", false, $context);`,
    'print_r(json_decode($reply, true));',
  ].join('\n');
}

/** With the standard library alone. */
function python({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const isQuery = method === 'GET' && fields.length > 0;
  const encoded = `urllib.parse.urlencode(${notations.literal(Object.fromEntries(fields), notations.python)})`;
  const headers = {
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    ...(body && { 'Content-Type': 'application/json' }),
  };
  const request = [
    `"${address}${isQuery ? '?" + query' : '"'}`,
    ...(body ? ['json.dumps(project).encode()'] : method === 'POST' ? ['fields.encode()'] : []),
    ...(Object.keys(headers).length > 0
      ? [`headers=${notations.literal(headers, notations.python, '    ')}`]
      : []),
  ];
  return [
    'import json, urllib.parse, urllib.request\n',
    ...(isQuery ? [`query = ${encoded}`] : []),
    ...(method === 'POST' && !body ? [`fields = ${encoded}`] : []),
    ...(body ? [`project = ${notations.literal(body, notations.python)}`] : []),
    `request = urllib.request.Request(\n    ${request.join(',\n    ')},\n)`,
    'with urllib.request.urlopen(request) as reply:',
    '    print(json.load(reply))',
  ].join('\n');
}

/** With the package httr2. */
function r({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const named = fields.map(([name, value]) => `    ${name} = ${JSON.stringify(value)}`).join(',\n');
  return [
    `library(httr2)\n\nrequest("${address}")`,
    ...(bearer === undefined ? [] : [`req_auth_bearer_token("${bearer}")`]),
    ...(fields.length > 0 ? [`${method === 'GET' ? 'req_url_query' : 'req_body_form'}(\n${named}\n  )`] : []),
    ...(body ? [`req_body_json(${notations.literal(body, notations.r, '  ')})`] : []),
    'req_perform()',
    'resp_body_json()',
    'str()',
  ].join(' |>\n  ');
}

function curl({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const isQuery = method === 'GET' && fields.length > 0;
  return [
    `curl ${isQuery ? '-G ' : method === 'POST' ? '-X POST ' : ''}"${address}"`,
    ...(bearer === undefined ? [] : [`-H "Authorization: Bearer ${bearer}"`]),
    ...(body
      ? [`-H "Content-Type: application/json"`, `-d '${notations.literal(body, notations.json, '  ')}'`]
      : []),
    ...fields.map(([name, value]) => `--data-urlencode "${name}=${value}"`),
  ].join(' \\\n  ');
}

export type Example = { language: ExampleLanguage; title: string; code: string };

const languages: Record<ExampleLanguage, { title: string; write: (request: ExampleRequest) => string }> = {
  curl: { title: 'curl', write: curl },
  javascript: { title: 'JavaScript', write: javascript },
  python: { title: 'Python', write: python },
  php: { title: 'PHP', write: php },
  r: { title: 'R', write: r },
};

/** The same request in every language. */
export const inEveryLanguage = (request: ExampleRequest): Example[] =>
  (Object.keys(languages) as ExampleLanguage[]).map((language) => ({
    language,
    title: languages[language].title,
    code: languages[language].write(request),
  }));
