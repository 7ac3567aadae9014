import { json, literal } from './literals.ts';
import type { ExampleRequest } from './request.ts';

export function curl({ method, address, bearer, fields, json: body }: ExampleRequest): string {
  const isQuery = method === 'GET' && fields.length > 0;
  return [
    `curl ${isQuery ? '-G ' : method === 'POST' ? '-X POST ' : ''}"${address}"`,
    ...(bearer === undefined ? [] : [`-H "Authorization: Bearer ${bearer}"`]),
    ...(body ? [`-H "Content-Type: application/json"`, `-d '${literal(body, json, '  ')}'`] : []),
    ...fields.map(([name, value]) => `--data-urlencode "${name}=${value}"`),
  ].join(' \\\n  ');
}
