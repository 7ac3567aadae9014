/** One request in three languages, as the page prints it; the tests run it as printed. */
import type { Operation } from '../../src/contract/index.ts';
import type { Described } from '../../src/contract/reference.ts';

export type Examples = { curl: string; javascript: string; python: string };
type Asked = { method: 'GET' | 'POST'; path: string; inPath: string[]; operation: Operation };

const keyPlaceholder = '<API_KEY>';

export function examplesOf(asked: Asked, { example }: Described, baseUrl: string): Examples {
  const { method, operation, inPath } = asked;
  const path = asked.path.replace(/:(\w+)/g, (_, name: string) => String(example[name]));
  const fields = Object.entries(example).filter(([name]) => !inPath.includes(name));
  const needsKey = operation.auth === 'key';
  const address = baseUrl + path;
  if (method === 'GET') {
    const query = [...fields, ...(needsKey ? ([['key', keyPlaceholder]] as const) : [])];
    return {
      curl: curlGet(address, query),
      javascript: fetchGet(address, query),
      python: pythonGet(address, query),
    };
  }
  // A project is an object with lists: JSON, with the key inside, as in the specification.
  const isJson = fields.some(([, value]) => typeof value === 'object');
  if (isJson) {
    const said = { key: keyPlaceholder, ...Object.fromEntries(fields) };
    return {
      curl: curlJson(address, said),
      javascript: fetchJson(address, said),
      python: pythonJson(address, said),
    };
  }
  const keyed = `${address}?key=${keyPlaceholder}`;
  return {
    curl: curlForm(keyed, fields),
    javascript: fetchForm(keyed, fields),
    python: pythonForm(keyed, fields),
  };
}

type Pairs = readonly (readonly [string, unknown])[];

const lines = (...all: (string | string[])[]) => all.flat().join('\n');
const object = (pairs: Pairs, indent: string) =>
  pairs.map(([name, value]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(String(value))},`);

const curlGet = (address: string, pairs: Pairs) =>
  pairs.length === 0
    ? `curl "${address}"`
    : lines(
        `curl -G "${address}" \\`,
        pairs.map(
          ([name, value], index) =>
            `  --data-urlencode "${name}=${String(value)}"${index < pairs.length - 1 ? ' \\' : ''}`,
        ),
      );

const curlForm = (address: string, pairs: Pairs) =>
  lines(
    `curl -X POST "${address}" \\`,
    pairs.map(
      ([name, value], index) =>
        `  --data-urlencode "${name}=${String(value)}"${index < pairs.length - 1 ? ' \\' : ''}`,
    ),
  );

const curlJson = (address: string, said: object) =>
  lines(
    `curl -X POST "${address}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(said, undefined, 2).replaceAll('\n', '\n  ')}'`,
  );

const fetchGet = (address: string, pairs: Pairs) =>
  pairs.length === 0
    ? lines(`const reply = await fetch("${address}");`, 'console.log(await reply.json());')
    : lines(
        'const query = new URLSearchParams({',
        object(pairs, '  '),
        '});',
        `const reply = await fetch("${address}?" + query);`,
        'console.log(await reply.json());',
      );

const fetchForm = (address: string, pairs: Pairs) =>
  lines(
    `const reply = await fetch("${address}", {`,
    '  method: "POST",',
    '  body: new URLSearchParams({',
    object(pairs, '    '),
    '  }),',
    '});',
    'console.log(await reply.json());',
  );

const fetchJson = (address: string, said: object) =>
  lines(
    `const reply = await fetch("${address}", {`,
    '  method: "POST",',
    '  headers: { "Content-Type": "application/json" },',
    `  body: JSON.stringify(${JSON.stringify(said, undefined, 2).replaceAll('\n', '\n  ')}),`,
    '});',
    'console.log(await reply.json());',
  );

const imports = 'import json, urllib.parse, urllib.request';
const printed = '    print(json.load(reply))';

const pythonGet = (address: string, pairs: Pairs) =>
  lines(
    imports,
    '',
    'query = urllib.parse.urlencode({',
    object(pairs, '    '),
    '})',
    `with urllib.request.urlopen("${address}?" + query) as reply:`,
    printed,
  );

const pythonForm = (address: string, pairs: Pairs) =>
  lines(
    imports,
    '',
    'fields = urllib.parse.urlencode({',
    object(pairs, '    '),
    '})',
    `with urllib.request.urlopen("${address}", fields.encode()) as reply:`,
    printed,
  );

const pythonJson = (address: string, said: object) =>
  lines(
    imports,
    '',
    `project = ${JSON.stringify(said, undefined, 4)}`,
    'request = urllib.request.Request(',
    `    "${address}",`,
    '    json.dumps(project).encode(),',
    '    {"Content-Type": "application/json"},',
    ')',
    'with urllib.request.urlopen(request) as reply:',
    printed,
  );
