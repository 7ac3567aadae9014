import { json, literal } from './literals.ts';
import type { ExampleRequest } from './request.ts';

/** For browsers and Node.js: `fetch` is in both. */
export function javascript({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const isQuery = method === 'GET' && fields.length > 0;
  const settings = [
    ...(method === 'POST' ? ['method: "POST",'] : []),
    ...(bearer !== undefined || body ? [`headers: { ${headersOf(bearer, body).join(', ')} },`] : []),
    ...(body ? [`body: JSON.stringify(${literal(body, json, '  ')}),`] : []),
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
  literal(Object.fromEntries(fields), json, indent);

const headersOf = (bearer: string | undefined, body: object | undefined) => [
  ...(bearer === undefined ? [] : [`Authorization: "Bearer ${bearer}"`]),
  ...(body ? ['"Content-Type": "application/json"'] : []),
];
