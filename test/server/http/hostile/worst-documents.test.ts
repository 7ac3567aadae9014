/** Hostile pages, inventories and snippets, read while other people use the service. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../../set-up/service/start-service.ts';
import { worstInventories, worstPages } from '../../../set-up/hostile/worst-documents.ts';
import { startSite } from '../../projects/registering.ts';
import { withRole } from '../../roles.ts';
import { post, startScene } from '../../scene.ts';

let service: Service;
let operator: string | undefined;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  const bodies = Object.values(worstPages);
  site = await startSite(Object.fromEntries(bodies.map((body, n) => [`/${n}`, { status: 200, body }])));
  ({ service } = await startScene('sqlite', { FETCH_FROM: site.host, LIMIT_PAGES: '0' }));
});
afterAll(() => site[Symbol.asyncDispose]());

/** Far more than a reply takes on a busy machine, and far less than a page that blocks the others. */
const tooLong = 1500;

/** The longest time that somebody else waits for a reply meanwhile. */
const longestBeside = async (act: Promise<unknown>): Promise<number> => {
  let [isOver, longest] = [false, 0];
  const end = act.finally(() => (isOver = true));
  while (!isOver) {
    const asked = performance.now();
    await (await service.get('/live')).arrayBuffer();
    longest = Math.max(longest, performance.now() - asked);
  }
  await end;
  return longest;
};

test.each(Object.keys(worstPages).map((name, n) => [name, n] as const))(
  'a page with %s is checked and described, and nobody waits for it',
  async (_, n) => {
    const url = site.url(`/${n}`);
    const [checked, begun] = [post(service, '/builder/check', { url }), post(service, '/add', { url })];
    expect(await longestBeside(Promise.all([checked, begun]))).toBeLessThan(tooLong);
    const html = await (await checked).text();
    expect(html).toContain('to change');
    expect(html.length).toBeLessThan(100_000);
    expect((await begun).status).toBe(303);
  },
  60_000,
);

test.each([
  ['many embeds, many sources', 'The page has 500 embeds: we looked at the first 10.'],
  ['many embeds, many sources', 'names more than 300 sources: we compared the first 300.'],
  ['many policies', 'more than 20 content security policies: we compared the first 20.'],
  ['many elements of ours', 'We looked at the first 500 scripts and frames of the page.'],
  ['open elements', 'We read the page as far as 20000 elements, or 256 inside of each other.'],
  ['many references', 'The page is long: we read only its first 256 kB.'],
])('the check of a page with %s says what it left out', async (name, says) => {
  const url = site.url(`/${Object.keys(worstPages).indexOf(name)}`);
  const html = await (await post(service, '/builder/check', { url })).text();
  expect(html.replace(/<\/?code[^>]*>/g, '')).toContain(says);
});

test.each([
  ['many columns', 'names 40002 columns; at most 1000 are read'],
  ['many lines of another length', 'It has more than 500 projects'],
  ['many quotation marks', '1 refused'],
  ['an open quotation mark', 'Quote Not Closed'],
  ['many records', 'It has more than 500 projects'],
  ['deep lists', 'It cannot be read as JSON'],
  ['many projects without anything', '498 refused'],
  ['many lines of JSON', 'has more than 5000 lines that cannot be read'],
])(
  'an inventory with %s is read, and nobody waits for it',
  async (name, says) => {
    operator ??= await withRole(service, 'operator@example.org', 'operator');
    const reply = post(
      service,
      '/operator/import',
      { owner: 'owner@example.org', records: worstInventories[name] ?? '' },
      operator,
    );
    expect(await longestBeside(reply)).toBeLessThan(tooLong);
    expect(await (await reply).text()).toContain(says);
  },
  60_000,
);
