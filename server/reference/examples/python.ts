import { literal, python as notation } from './literals.ts';
import type { ExampleRequest } from './request.ts';

/** With the standard library alone. */
export function python({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const isQuery = method === 'GET' && fields.length > 0;
  const encoded = `urllib.parse.urlencode(${literal(Object.fromEntries(fields), notation)})`;
  const headers = {
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    ...(body && { 'Content-Type': 'application/json' }),
  };
  const request = [
    `"${address}${isQuery ? '?" + query' : '"'}`,
    ...(body ? ['json.dumps(project).encode()'] : method === 'POST' ? ['fields.encode()'] : []),
    ...(Object.keys(headers).length > 0 ? [`headers=${literal(headers, notation, '    ')}`] : []),
  ];
  return [
    'import json, urllib.parse, urllib.request\n',
    ...(isQuery ? [`query = ${encoded}`] : []),
    ...(method === 'POST' && !body ? [`fields = ${encoded}`] : []),
    ...(body ? [`project = ${literal(body, notation)}`] : []),
    `request = urllib.request.Request(\n    ${request.join(',\n    ')},\n)`,
    'with urllib.request.urlopen(request) as reply:',
    '    print(json.load(reply))',
  ].join('\n');
}
