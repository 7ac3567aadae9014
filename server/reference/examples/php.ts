import { literal, php as notation } from './literals.ts';
import type { ExampleRequest } from './request.ts';

/** With PHP alone, without its curl extension. */
export function php({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const isQuery = method === 'GET' && fields.length > 0;
  const headers = [
    ...(bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`]),
    ...(method === 'POST' ? [`Content-Type: application/${body ? 'json' : 'x-www-form-urlencoded'}`] : []),
  ];
  const http = [
    ...(method === 'POST' ? [`'method' => 'POST',`] : []),
    ...(headers.length > 0 ? [`'header' => ${literal(headers, notation)},`] : []),
    ...(method === 'POST' ? [`'content' => $${body ? 'project' : 'fields'},`] : []),
    // Otherwise the reply to a refused request would be lost.
    `'ignore_errors' => true,`,
  ];
  const encoded = `http_build_query(${literal(Object.fromEntries(fields), notation)})`;
  return [
    '<?php',
    ...(isQuery ? [`$query = ${encoded};`] : []),
    ...(method === 'POST' && !body ? [`$fields = ${encoded};`] : []),
    ...(body ? [`$project = json_encode(${literal(body, notation)});`] : []),
    `$context = stream_context_create(['http' => [\n    ${http.join('\n    ')}\n]]);`,
    `$reply = file_get_contents("${address}${isQuery ? '?$query' : ''}", false, $context);`,
    'print_r(json_decode($reply, true));',
  ].join('\n');
}
