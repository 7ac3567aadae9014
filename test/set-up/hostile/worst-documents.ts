/** Pages of hostile servers, inventories and snippets that cost their readers most. */

/** Bytes; the guarded fetch reads no more of a page. */
const size = 256 * 1024;

const fill = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);
const many = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('');
const asData = (json: string) => `<script type="application/ld+json">${json}</script>`;

/** Embeds that differ in their settings and in the address of their script. */
const embeds = (count: number) =>
  many(count, (n) => `<script src="/${n}/finder.js" nonce="${n}" data-q="${n}"></script>`);

/** 500 embeds, each with requests of its own, and policies whose sources all have to be compared. */
const policies = (source: (n: number) => string): string =>
  embeds(500) +
  fill(
    `<meta http-equiv="content-security-policy" content="${fill(
      `script-src ${many(5000, (n) => `${source(n)} `)}`,
      19_900,
    )}">`,
    size - 40_000,
  );

/** By the name of their difficulty. */
export const worstPages: Record<string, string> = {
  'many embeds, many sources': policies((n) => `a${n}.x`),
  'many embeds, one source again and again': policies(() => "'a'"),
  'many embeds, many directives':
    embeds(500) +
    many(
      12,
      () =>
        `<meta http-equiv="content-security-policy" content="${fill(
          many(5000, (n) => `a${n};`),
          17_000,
        )}">`,
    ),
  'many policies':
    embeds(500) + many(3000, () => '<meta http-equiv=content-security-policy content="script-src a">'),
  'many frames': many(3000, (n) => `<iframe src="/widget?q=${n}"></iframe>`),
  'many elements of ours': many(5000, (n) => `<manyhands-finder data-q="${n}"></manyhands-finder>`),
  'many attributes': `<script src=/finder.js ${many(30_000, (n) => `a${n} `)}></script>`,
  'long attributes': many(10, (n) => `<script src=/finder.js data-q="${n}${fill("a'`", 25_000)}"></script>`),
  'many references': `<title>${fill('&amp;', size)}`,
  'open elements': fill('<div>', size),
  'elements that close others': fill('<p><li><tr>', size),
  'unfinished tags': fill('<script src=x ', size),
  'characters that are none': fill('\u0000\ufffd<', size / 2),
  'combining marks': `<title>${fill('\u0301\u0316', size / 4)}</title>`,
  'white space': `<meta name=description content="${fill(' \n', size)}x">`,
  'many meta elements': many(8000, (n) => `<meta name=a${n} content=b>`),
  'many pieces of data': many(4000, () => asData('{"@type":"a"}')),
  'a long list of things':
    asData(`[${fill('{"@graph":[1]},', 99_000)}1]`) + asData(`[${fill('1,', 99_000)}1]`),
  'many types': asData(`{"@type":["${fill('proje","', 99_000).slice(0, -2)}]}`),
  'many names': asData(`{${many(9000, (n) => `"a${n}":1,`)}"b":1}`),
  'deep data': asData(fill('[', 99_000)),
};

/** Characters: less than a form of the registration may have, percent-encoded. */
const longestInventory = 300_000;

/** Tables of an operator, by the name of their difficulty. */
export const worstInventories: Record<string, string> = {
  'many columns': `name,${many(40_000, (n) => `c${n},`)}\n`,
  'many lines of another length': fill('name,a\nb\n', 10) + fill('b\n', longestInventory),
  'many quotation marks': `name,a\n${fill('"b"x,', longestInventory)}`,
  'an open quotation mark': `name,a\n"${fill('b\n', longestInventory)}`,
  'many records': `name,a\n${fill('b,c\n', longestInventory)}`,
  'deep lists': fill('[', longestInventory),
  'many projects without anything': `[${fill('{},', 497 * 3)}{}]`,
  'many lines of JSON': `{"name":"a"}\n${fill('{\n', longestInventory)}`,
};

/** Characters; more fits no address. */
const longestSnippet = 12_000;

/** Pasted into the builder, by the name of their difficulty. */
export const worstSnippets: Record<string, string> = Object.fromEntries(
  Object.entries({
    'many embeds': '<script src="/finder.js" data-q="x"></script>',
    'unfinished tags': '<script ',
    'open quotation marks': '<script a=" ',
    'open apostrophes': "<script a=' ",
    'open texts': '<script a={"\\"',
    'many elements': '<manyhands-finder data-q=x>',
    'many looks': '--manyhands-accent: #fff;',
    'white space in looks': `--manyhands-a${fill(' ', 200)}`,
    'many frames': '<iframe src="/widget?q=x">',
    slashes: '<script src=finder.js a / / / / / ',
    references: '&amp;<script a=&amp;',
  }).map(([name, part]) => [name, fill(part, longestSnippet)]),
);
