import { literal, r as notation } from './literals.ts';
import type { ExampleRequest } from './request.ts';

/** With the package httr2. */
export function r({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const named = fields.map(([name, value]) => `    ${name} = ${JSON.stringify(value)}`).join(',\n');
  return [
    `library(httr2)\n\nrequest("${address}")`,
    ...(bearer === undefined ? [] : [`req_auth_bearer_token("${bearer}")`]),
    ...(fields.length > 0 ? [`${method === 'GET' ? 'req_url_query' : 'req_body_form'}(\n${named}\n  )`] : []),
    ...(body ? [`req_body_json(${literal(body, notation, '  ')})`] : []),
    'req_perform()',
    'resp_body_json()',
    'str()',
  ].join(' |>\n  ');
}
