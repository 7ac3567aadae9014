/** The lists in the documentation for project owners match the source of the embeds. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { attempts, lastTried } from '../../src/pages/docs/safety/attempts.ts';
import { attributes } from '../../src/attributes/meanings.ts';
import { consoleLines, hint } from '../../src/pages/docs/embeds/console-lines.ts';
import { hostEvents } from '../../src/pages/docs/embeds/host-events.ts';
import { finderEvents, finderParts } from '../../src/pages/docs/embeds/finder-names.ts';
import { classNames, customProperties, parts } from '../../src/attributes/look-names.ts';

const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
const read = (file: string) => readFileSync(join(root, 'widgets', file), 'utf8');
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** A text with an ellipsis for inserted values; undefined for other expressions. */
function skeleton(node: ts.Expression | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** The arguments of the functions that write to the console, or to the list of its lines. */
function said(source: string): string[] {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && /^(consoleLine|tell|wrong\.push)$/.test(node.expression.getText()))
      found.push(skeleton(node.arguments[0]) ?? `(${node.arguments[0]?.getText() ?? ''})`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('every kind of attempt has tests that repeat it', () => {
  expect(attempts.length).toBeGreaterThan(10);
  expect(new Date(lastTried).toISOString().slice(0, 10)).toBe(lastTried);
  for (const { kind, tests } of attempts) {
    expect(tests.length).toBeGreaterThan(0);
    for (const file of tests) expect([kind, file, existsSync(join(root, file))]).toEqual([kind, file, true]);
  }
  // Every table of hostile scenarios is on the page.
  const tables = ['server', 'browser'].flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)hostile-[^/]*\.test\.ts$/.test(file))
      .map((file) => `test/${folder}/${file}`),
  );
  const named = new Set(attempts.flatMap(({ tests }) => tests));
  expect(tables.filter((file) => !named.has(file))).toEqual([]);
});

test('every line that the embeds write to the console', () => {
  // A message of the service, and the list of mistakes in the settings.
  const passedOn = ["(wrong.join(' '))", '(error.message)', `… ${hint}`];
  const all = [...sourcesIn('widgets'), ...sourcesIn('src/attributes')].flatMap(said);
  expect(sorted(all)).toEqual(sorted([...consoleLines.map(({ line }) => line), ...passedOn]));
});

test('there is no other way to the console', () => {
  const uses = sourcesIn('widgets').flatMap((source) => matches(source, /\b(console\.\w+\(`?[^,;\n]*)/g));
  expect(sorted(uses)).toEqual(['console.warn(`[${serviceName}] ${text}`)']);
});

test('every custom property, with its value', () => {
  const css = read('confirmation-message/style.css').replace(/\/\*[\s\S]*?\*\//g, '');
  const set = matches(css, /var\(--manyhands-((?:[^()]|\([^()]*\))+)\)/g).map((text) => {
    const [name = '', ...value] = text.split(', ');
    const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value.join(', ')) ?? [];
    return [name, light ?? value.join(', '), dark];
  });
  expect(set.sort()).toEqual(
    Object.entries(customProperties)
      .map(([name, { light, dark }]) => [name, light, dark])
      .sort(),
  );
  for (const file of ['apihelper/style.css', 'finder/style.css'])
    for (const name of matches(read(file), /var\(--manyhands-([\w-]+)/g))
      expect([file, Object.keys(customProperties)]).toEqual([file, expect.arrayContaining([name])]);
});

const ofMessage = ['widgets/confirmation-message', 'widgets/lib'].flatMap(sourcesIn).join('\n');
const ofFinder = sourcesIn('widgets/finder').join('\n');
const kindsIn = (drawn: string) => matches(drawn, /['"](primary|quiet)['"]/g);
const kinds = kindsIn(ofMessage);

/** The possible values of an expression, as far as they are literals. */
function wordsIn(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return node.text.split(' ');
  if (ts.isConditionalExpression(node)) return [...wordsIn(node.whenTrue), ...wordsIn(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...wordsIn(node.left), ...wordsIn(node.right)];
  if (!ts.isTemplateExpression(node)) return [];
  const { head, templateSpans } = node;
  return [
    ...head.text.split(' '),
    ...templateSpans.flatMap(({ expression, literal }) => [
      ...wordsIn(expression),
      ...literal.text.split(' '),
    ]),
  ];
}

/** The words that elements have in an attribute. */
function wordsOf(name: 'part' | 'class', drawn = ofMessage): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isJsxAttribute(node) && node.name.getText() === name) {
      const { initializer } = node;
      const given = initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
      if (given && ts.isExpression(given)) found.push(...wordsIn(given));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.tsx', drawn, ts.ScriptTarget.Latest, true));
  return found.filter((word) => word !== '');
}

test('every part', () => {
  expect(sorted([...wordsOf('part'), ...kinds])).toEqual(sorted(Object.keys(parts)));
});

test('every class name of the message in local styles', () => {
  // The height of the card is a class, too.
  const [heights = ''] = matches(ofMessage, /height\?: ('.+) \| undefined/g);
  const words = [...wordsOf('class'), ...matches(heights, /'(\w+)'/g)];
  expect(sorted([...wordsOf('part'), ...kinds, ...words])).toEqual(sorted(Object.keys(classNames)));
});

test.each([
  ['message', ofMessage, hostEvents],
  ['finder', ofFinder, finderEvents],
])('every event of the %s', (_, drawn, listed) => {
  const [type = ''] = matches(drawn, /type \w*HostEvent = (.+);/g);
  expect(sorted(Object.keys(listed))).toEqual(sorted(matches(type, /'(\w+)'/g)));
});

test('every part of the finder', () => {
  expect(sorted([...wordsOf('part', ofFinder), ...kindsIn(ofFinder)])).toEqual(
    sorted(Object.keys(finderParts)),
  );
});

test('every attribute that the headless script reads', () => {
  const named = attributes.filter(({ takenBy }) => takenBy.includes('headless')).map(({ name }) => name);
  expect(sorted(matches(read('telemetry/main.ts'), /\bat\('([\w-]+)'\)/g))).toEqual(sorted(named));
});
