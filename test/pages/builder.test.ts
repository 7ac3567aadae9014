/** The builder's snippets: the embeds and the builder read back the values that were built, whatever they are. */
import fc from 'fast-check';
import { parse } from 'parse5';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  readBuilt,
  ownNames,
  type Built,
  chosenValues,
  addressOf,
  queryOf,
} from '../../src/embed-code/built.ts';
import { contrast } from '../../src/contract/fields/colour.ts';
import { judgedContrasts } from '../../src/pages/builder/contrast.ts';
import { embeds, type Embed } from '../../src/embed-code/embeds.ts';
import { consentManagers } from '../../src/embed-code/consent-managers.ts';
import { elementOf } from '../../src/embed-code/script-tag.ts';
import { readSnippet } from '../../src/embed-code/paste.ts';
import { blocksOf, forms, policyOf } from '../../src/embed-code/snippets.ts';
import { customProperties } from '../../src/attributes/look-names.ts';
import { elementsIn, type Parsed } from './elements.ts';
import { scriptAttribute } from '../../widgets/lib/host-script.ts';
import { readSettings } from '../../src/attributes/kinds.ts';

const service = {
  baseUrl: 'https://manyhands.example',
  slug: 'acme',
  serviceName: `Many "Hands" & Co`,
  pinned: Object.fromEntries(
    embeds.map(({ file }) => [
      file,
      { file: file.replace(/\.js$/, '.aBc-_2345678.js'), integrity: 'sha384-abc' },
    ]),
  ),
};

/** Text that HTML, JavaScript and addresses each read in their own way. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['"', "'", '<', '>', '&', '&amp;', '&#10;', '\n', '\r', '\r\n', '\t', ' ', '=', '/', '\\', '`'],
      ),
      fc.constantFrom(
        ...['{', '}', '${1}', '--', '-->', '</script>', ']]>', '%22', '+', '#', '?', ';', '\u2028', '\u2029'],
      ),
      fc.constantFrom(
        ...['😀', '👩‍🔬', 'שלום', 'مرحبا', '\u202e', '\u00a0', '\ufeff', 'é', 'e\u0301', '\u0085', '\u000c'],
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** A value that a row takes: one of its list, or text that it can read. */
const valueOf = (row: Embed['rows'][string]) => {
  const { values } = row as { values?: readonly string[] };
  if (values) return fc.constantFrom(...values);
  const known = fc.constantFrom('12', '3, 4', '7.5', '-2', 'x', '1');
  return fc.oneof(nasty, known).filter((text) => row.read(text.trim()) !== undefined && text.trim() !== '');
};

const colours = fc.constantFrom('#0b5d4b', '#fff', '#A1B2C3');
const builds: fc.Arbitrary<Built> = fc.constantFrom(...embeds).chain((embed) =>
  fc
    .record({
      values: fc.record(
        Object.fromEntries(Object.entries(embed.rows).map(([name, row]) => [name, valueOf(row)])),
        { requiredKeys: [] },
      ),
      look: fc.record(
        { accent: colours, text: colours, radius: fc.constantFrom('4px', '1.5em') },
        { requiredKeys: [] },
      ),
    })
    .map(({ values, look }) =>
      readBuilt({
        embed: embed.name,
        ...values,
        ...Object.fromEntries(Object.entries(look).map(([name, value]) => [`look-${name}`, value])),
      }),
    ),
);

/** The elements of a page's body. */
function parsed(html: string): Parsed[] {
  const elements = elementsIn(parse(`<!doctype html><body>${html}`));
  return elements.slice(elements.findIndex(({ tagName }) => tagName === 'body') + 1);
}

const attributeOf = (element: Parsed | undefined, name: string): string | null =>
  element?.attrs.find((each) => each.name === name)?.value ?? null;

const first = (html: string, tagName: string) => parsed(html).find((each) => each.tagName === tagName);

/** Reads the attributes of a script element by the code of the embeds. */
function ofScript(html: string): (name: string) => string | null {
  const script = first(html, 'script');
  const getAttribute = (name: string) => attributeOf(script, name);
  const element = { src: getAttribute('src') ?? '', getAttribute } as HTMLScriptElement;
  return (name) => scriptAttribute(element, name);
}

const ofElement = (html: string, element: string) => {
  const found = first(html, element);
  return (name: string) => attributeOf(found, name);
};

/** Reads the address of a frame as the service does. */
function ofFrame(html: string): (name: string) => string | null {
  const { searchParams } = new URL(attributeOf(first(html, 'iframe'), 'src') ?? '');
  const { values } = readBuilt({ ...Object.fromEntries(searchParams), embed: 'finder' });
  return (name) => values[name.replace('data-', '')] ?? null;
}

/** A frame is a page of its own: settings of the page around it are left out. */
const inFrame = (values: Record<string, string>) => ({ ...values, target: '', consent: '', widget: '' });

/** The attributes of JSX, as the compiler reads them. */
function ofJsx(jsx: string): (name: string) => string | null {
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    const { initializer } = node as ts.JsxAttribute;
    if (ts.isJsxAttribute(node) && initializer && ts.isJsxExpression(initializer))
      found.set(node.name.getText(), (initializer.expression as ts.StringLiteral).text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.tsx', jsx, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX));
  return (name) => found.get(name) ?? null;
}

function readBack(built: Built): (name: string) => string | null {
  const blocks = blocksOf(built, service).map(({ code }) => code);
  const last = blocks.at(-1) ?? '';
  const { element = '' } = built.embed;
  if (built.as === 'react') return ofJsx(last);
  if (built.as === 'frame') return ofFrame(blocks[0] ?? '');
  if (built.as === 'vue') return ofElement(last, element);
  return ofScript(last);
}

describe('a snippet says exactly what was typed', () => {
  // 10,000 random settings, in parts: each has its own limit of time on a busy machine.
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'in every form, the thousand settings no. %i',
    () => {
      fc.assert(
        fc.property(builds, (plain) => {
          const { rows, element } = plain.embed;
          // The link has a part of the settings: see below.
          const ways = forms.filter(({ name, isFor }) => isFor(plain) && name !== 'link');
          const wanted = ways.map(({ name: as }) => {
            const values: Record<string, string> = as === 'frame' ? inFrame(plain.values) : plain.values;
            const { settings } = readSettings(rows, (name) => values[name.replace('data-', '')] ?? null);
            // A tag manager needs a place.
            const place = as === 'tag-manager' && element && !plain.values['target'];
            return { as, settings: { ...settings, ...(place && { target: '#manyhands' }) }, wrong: [] };
          });
          const got = ways.map(({ name: as }) => ({ as, ...readSettings(rows, readBack({ ...plain, as })) }));
          // One comparison for all forms: it costs more than reading them.
          expect(got).toEqual(wanted);
        }),
        { numRuns: 1000 },
      );
    },
    240_000,
  );

  test('nothing that was typed becomes an element, a rule or another attribute', () => {
    fc.assert(
      fc.property(
        builds,
        fc.constantFrom('html', 'wordpress', 'pinned', 'tag-manager', 'vue'),
        (plain, as) => {
          const html = blocksOf({ ...plain, as }, service)
            .map(({ code }) => code)
            .join('\n');
          const elements = parsed(html);
          const names = elements.map(({ tagName }) => tagName);
          expect(names.filter((name) => !/^(div|script|a|style|manyhands-\w+)$/.test(name))).toEqual([]);
          expect(names.filter((name) => name === 'script').length).toBeLessThanOrEqual(1);
          for (const { attrs } of elements)
            for (const { name } of attrs)
              expect(name).toMatch(/^(src|async|href|style|id|integrity|crossorigin|data-[\w-]+)$/);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('and the builder reads its own snippets again, in every form', () => {
    fc.assert(
      fc.property(builds, fc.constantFrom(...forms), (plain, form) => {
        const built = { ...plain, as: form.name };
        if (!form.isFor(built) || form.name === 'link') return;
        const code = blocksOf(built, service).map((block) => block.code);
        const read = readSnippet(code.join('\n'));
        expect(read?.embed.element ?? read?.embed.name).toBe(built.embed.element ?? built.embed.name);
        const place = form.name === 'tag-manager' && built.embed.element && !built.values['target'];
        const { target, consent, widget, ...chosen } = chosenValues(built);
        const ofPage = Object.entries({ target, consent, widget }).filter(([, value]) => value !== undefined);
        expect(read?.values).toEqual({
          ...chosen,
          ...(form.name !== 'frame' && Object.fromEntries(ofPage)),
          ...(place && { target: '#manyhands' }),
        });
        expect(read?.look).toEqual(built.look);
      }),
      { numRuns: 1000 },
    );
  });

  test('every snippet of the message has the link, with the number and the kind, except in passive mode', () => {
    fc.assert(
      fc.property(builds, fc.constantFrom('html', 'wordpress', 'pinned', 'link'), (plain, as) => {
        const { embed, values } = plain;
        if (embed.element !== 'manyhands-confirmation' || !values['project_id']) return;
        const html = blocksOf({ ...plain, as: values['mode'] ? 'html' : as }, service).at(-1)?.code ?? '';
        const link = attributeOf(first(html, 'a'), 'href');
        expect(link === null).toBe(values['mode'] !== undefined);
        if (!link) return;
        const { pathname, searchParams } = new URL(link);
        expect(pathname).toBe(`/confirm/${values['project_id']}`);
        expect(searchParams.get('type')).toBe(values['participation'] ?? 'collection');
        expect(searchParams.get('ref')).toBe(values['event_id'] ?? null);
      }),
      { numRuns: 300 },
    );
  });

  test('the address holds the whole state', () => {
    fc.assert(
      fc.property(builds, (built) => {
        const { searchParams } = new URL(addressOf({ ...built, preset: 'rtl' }), 'https://a.example');
        const again = readBuilt(Object.fromEntries(searchParams));
        expect(queryOf(again)).toEqual(queryOf({ ...built, preset: 'rtl' }));
      }),
      { numRuns: 300 },
    );
  });
});

const at = (file: string) => `https://other.example/static/api/${file}`;

test.each<[string, string, string, Record<string, string>]>([
  [
    'single quotes, another order, capitals',
    `<SCRIPT async DATA-TYPE='signup' src='${at('recordevent_with_service_inline_signup.js')}' data-project_id='7'></SCRIPT>`,
    'message',
    { project_id: '7', participation: 'signup' },
  ],
  [
    'the name of another installation',
    `<script src="${at('recordevent_with_scistarter_inline_signup.js')}" data-mode="passive"></script>`,
    'message',
    { mode: 'passive' },
  ],
  [
    'no quotes, and white space around the sign',
    `<script data-project_id = 7 src=${at('recordevent_local_styles.js')}></script>`,
    'local-styles',
    { project_id: '7' },
  ],
  [
    'a pinned copy',
    `<script src="${at('finder.aBc-_2345678.js')}" integrity="sha384-x" data-topic="Birds &amp; bees"></script>`,
    'finder',
    { topic: 'Birds & bees' },
  ],
  [
    'settings in the address',
    `<script src="${at('finder.js')}?topic=Birds&amp;data-limit=3#x"></script>`,
    'finder',
    { topic: 'Birds', limit: '3#x' },
  ],
  [
    'a whole page around it',
    `<!doctype html><script>if (a < b) c()</script><p>x<script src="/jquery.js"></script><script src="${at('apihelper.js')}" data-profile="#p"></script>`,
    'helper',
    { profile: '#p' },
  ],
  [
    'JSX',
    `<manyhands-finder data-q={"a \\"b\\""} data-layout="cards" />`,
    'finder',
    { q: 'a "b"', layout: 'cards' },
  ],
  [
    'an attribute twice',
    `<script src="${at('finder.js')}" data-q="one" data-q="two"></script>`,
    'finder',
    { q: 'one' },
  ],
  [
    'an unknown attribute',
    `<script src="${at('finder.js')}" data-unknown="x" onload="x()" data-q="y"></script>`,
    'finder',
    { q: 'y' },
  ],
  ['a tag that does not end', `<script src="${at('finder.js')}" data-q="y`, 'finder', {}],
])('a snippet is loaded: %s', (_, html, name, values) => {
  const read = readSnippet(html);
  expect([read?.embed.name, read?.values]).toEqual([name, values]);
});

test.each(consentManagers)('a snippet that $name holds is loaded', ({ attributes, src = 'src' }) => {
  const address = 'https://a.example/static/api/finder.js?topic=Birds&limit=3';
  const read = readSnippet(elementOf('script', { ...attributes, [src]: address }));
  expect([read?.embed.name, read?.values]).toEqual(['finder', { topic: 'Birds', limit: '3' }]);
});

test.each([
  '',
  'nothing',
  '<script src="/jquery.js"></script>',
  '<script',
  '<manyhands-',
  '<manyhands-other data-q="x">',
])('no embed of ours: %j', (html) => expect(readSnippet(html)).toBeUndefined());

test('a long hostile text is read in time', () => {
  for (const part of [
    '<script ',
    '<script a',
    '="',
    '{"',
    "'",
    '/',
    '&#',
    '<script src="',
    '--manyhands-accent:',
  ]) {
    const started = performance.now();
    readSnippet(part.repeat(200_000 / part.length));
    expect([part, performance.now() - started < 2000]).toEqual([part, true]);
  }
});

test('no setting of an embed has a name of the builder’s own', () => {
  const names = embeds.flatMap(({ rows }) => Object.keys(rows));
  expect(
    names.filter((name) => (ownNames as readonly string[]).includes(name) || name.startsWith('look-')),
  ).toEqual([]);
});

test.each([
  ['#000', '#fff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#FFF', '#ffffff', 1],
])('contrast of %s on %s', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1);
});

test('chosen colours are judged in both themes, against the others as they are', () => {
  expect(judgedContrasts({}, undefined)).toEqual([]);
  expect(judgedContrasts({ text: '#777777' }, 'light')).toEqual([
    { what: 'text', theme: 'light', ratio: '4.4', isEnough: false },
  ]);
  expect(
    judgedContrasts({ accent: '#0b5d4b' }, undefined).map(({ what, theme, isEnough }) => [
      what,
      theme,
      isEnough,
    ]),
  ).toEqual([
    ['accent', 'light', true],
    ['accent', 'dark', false],
    ['accent-text', 'light', true],
    ['accent-text', 'dark', false],
  ]);
  for (const { light, dark } of Object.values(customProperties))
    expect(dark?.startsWith('#') ?? true).toBe(light.startsWith('#') || !dark);
});

test('the policy names what the embed needs, and nothing else', () => {
  const policy = (query: Record<string, string>) => policyOf(readBuilt(query), service);
  const base = service.baseUrl;
  expect(policy({ embed: 'message' })).toBe(
    `Content-Security-Policy: script-src 'self' ${base}; connect-src 'self' ${base}`,
  );
  expect(policy({ embed: 'finder' })).toContain(`img-src 'self' ${base}`);
  expect(policy({ embed: 'finder', pictures: 'hide' })).not.toContain('img-src');
});
