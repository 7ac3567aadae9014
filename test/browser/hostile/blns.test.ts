/** Every naughty string wherever people see it: shown as it was written, and nothing of it runs. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { joinFrom, profileId } from '../../server/scene.ts';
import { openBrowser } from '../../set-up/browser/browser.ts';
import {
  apart,
  isTaken,
  naughtyEntries,
  naughtyStrings,
  takenOf,
} from '../../set-up/hostile/naughty-strings.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { type Service, startService } from '../../set-up/service/start-service.ts';
import { signIn, signInAsOperator } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { mailTo } from '../partner.ts';
import { serveSite } from '../site-of-its-own.ts';

type Shown = { id: number; name: string; description: string; tags: string[]; texts: string[] };

let service: Service;
let site: string;
let key: string;
let freshContext: Awaited<ReturnType<typeof openBrowser>>['freshContext'];
let shown: Shown[];

/** Whether a browser could interpret a text as more than text; the others are loaded in groups, not one by one. */
const mightRun = (text: string) => /[<>"'`&{}\\]|script|%/i.test(text);

/** A few strings per project; together all of them. */
const aFew = () => [
  ...new Map(shown.filter(({ name }) => mightRun(name)).map((one) => [one.id % apart, one])).values(),
];

/** The strings that are most dangerous in a page. */
const worst = () => shown.filter(({ name }) => /<\/script|"><|onerror/i.test(name)).slice(0, 3);

beforeAll(async () => {
  service = await startService('sqlite', unlimited);
  ({ freshContext } = await openBrowser('shell'));
  site = await serveSite((query) => ({
    head: `<script src="${service.baseUrl}/static/api/${query.get('file')}.js" async></script>`,
    body: (query.get('ids') ?? '').replaceAll(
      /\d+,?/g,
      (id) => `<manyhands-confirmation data-project_id="${parseInt(id)}"></manyhands-confirmation>`,
    ),
  }));
  const entries = naughtyEntries.flatMap((entry, n) => {
    if (!isTaken('description', entry.description)) return [];
    const tags = Object.values(entry).filter((text) => [...text].length <= 200);
    const plain = {
      name: `Plain ${n}`,
      origin: 'Plain',
      url: `${site}/`,
      contact_email: 'a@example.org',
      tags,
      id: n + 1,
    };
    return { ...plain, status: 'starting', preregistration: true, ...takenOf(entry) };
  });
  const file = join(service.dataDir, 'naughty.json');
  await writeFile(file, JSON.stringify(entries));
  const { json } = await service.operator('import', file, '--owner', 'operator@example.org', '--publish');
  expect(json).toMatchObject({ added: entries.length, refused: [] });
  // Only strings of white space cannot be a name or a description.
  expect(entries.length).toBeGreaterThan(naughtyStrings.length - 15);
  await service.operate('role', 'operator@example.org', 'operator');
  key = (await service.operator<{ key: string }>('key', 'operator@example.org')).json.key;
  shown = entries.map(({ id, tags, ...entry }) => {
    const { origin, goal, task, how_to_join, special_skills, gear, time_commitment, region_label } =
      entry as Partial<(typeof naughtyEntries)[number]>;
    const said = [origin, goal, task, how_to_join, special_skills, gear, time_commitment, region_label];
    const texts = [...said, ...tags].flatMap((text) => text?.trim() || []);
    const [name = '', description = ''] = [entry.name?.trim(), entry.description?.trim()];
    const kept = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
    return { id, name, description, tags: kept, texts };
  });
});

/** A visitor with a page, on which any sign that a string has run is recorded as a problem. */
const newVisitor = async () => {
  const { context, page, problems } = await freshContext();
  await context.addInitScript(() => {
    // An error in the console is a problem of its page.
    const tell = console.error.bind(console);
    for (const name of ['alert', 'prompt', 'confirm', 'print', 'open'] as const)
      Object.defineProperty(window, name, { value: () => tell(`${name} was called`) });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      tell(`${violatedDirective} ${blockedURI}`),
    );
  });
  context.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== service.baseUrl && origin !== site)
      problems.push(`a request to ${request.url()}`);
  });
  return {
    page,
    problems,
    [Symbol.asyncDispose]: () => context.close(),
  };
};

const open = (page: Page, path: string) => page.goto(service.baseUrl + path, { waitUntil: 'load' });

/** The texts of the project pages at the paths; without paths, of the current page. */
const saidOn = (page: Page, paths: string[] = []) =>
  page.evaluate(async (all) => {
    const read = (document: Document) => ({
      title: document.querySelector('h1')?.textContent,
      head: document.querySelector('title')?.textContent,
      jsonLd: JSON.parse(
        document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}',
      ) as { name: string; description: string },
      description: document.querySelector('.description')?.textContent,
      text: document.querySelector('main')?.textContent ?? '',
    });
    const elsewhere = all.map(async (path) => {
      const html = await (await fetch(path, { redirect: 'follow' })).text();
      return read(new DOMParser().parseFromString(html, 'text/html'));
    });
    return all.length === 0 ? [read(document)] : Promise.all(elsewhere);
  }, paths);

const mustSay = (
  said: Awaited<ReturnType<typeof saidOn>>[number] | undefined,
  { name, description, texts }: Shown,
) => {
  expect(said).toMatchObject({ title: name, description });
  expect(said?.jsonLd).toMatchObject({ name, description });
  expect(said?.head).toContain(name);
  expect(texts.filter((text) => !said?.text.includes(text))).toEqual([]);
};

test('on the pages of projects', async () => {
  await using visitor = await newVisitor();
  for (const project of aFew()) {
    await open(visitor.page, `/project/${project.id}`);
    const [said] = await saidOn(visitor.page);
    mustSay(said, project);
  }
  const all = await saidOn(
    visitor.page,
    shown.map(({ id }) => `/project/${id}`),
  );
  shown.forEach((project, n) => mustSay(all[n], project));
  expect(visitor.problems).toEqual([]);
});

test('in the finder, as results; and on the front page', async () => {
  await using visitor = await newVisitor();
  const { page } = visitor;
  await open(page, '/');
  const titles: string[] = [];
  for (let path: string | null = '/finder?q='; path !== null;) {
    await open(page, path);
    const found = await page.evaluate(() => ({
      titles: [...document.querySelectorAll('.project-card h2')].map(({ textContent }) => textContent),
      next: document.querySelector('a[rel=next]')?.getAttribute('href') ?? null,
    }));
    // "More projects" leads to a page with the earlier results, too, until there are too many for one page.
    if (path.includes('cursor=')) titles.push(...found.titles);
    else titles.splice(0, titles.length, ...found.titles);
    path = found.next;
  }
  expect(titles.sort()).toEqual(shown.map(({ name }) => name).sort());
  expect(visitor.problems).toEqual([]);
});

test('in the finder, as searches', async () => {
  await using visitor = await newVisitor();
  const { page } = visitor;
  for (const text of naughtyStrings.filter(mightRun)) {
    const given = text.trim();
    const query = { q: text, phrase: text, url: text, topic: text, activity: text, UN: text, lat: text };
    await open(page, `/finder?${new URLSearchParams(query)}`);
    const fields = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('main form [name]')].map(
        ({ name, value }) => [name, value],
      ),
    );
    expect(Object.fromEntries(fields)).toMatchObject({ q: given, phrase: given, url: given, topic: given });
  }
  expect(visitor.problems).toEqual([]);
});

test('as JSON and JSONP, on a page of another site', async () => {
  await using visitor = await newVisitor();
  await visitor.page.goto(`${site}/?file=recordevent_headless`);
  const replies = await visitor.page.evaluate(async (address) => {
    type Reply = { results: { id: number; title: string; description: string; tags: string[] }[] };
    const json = (await (await fetch(address)).json()) as Reply;
    const jsonp = await new Promise<Reply>((resolve) => {
      const script = document.createElement('script');
      Object.assign(window, { got: resolve });
      script.src = `${address}&jsonp=got`;
      document.body.append(script);
    });
    return [json, jsonp];
  }, `${service.baseUrl}/finder?format=json&q=&key=${key}`);
  const wanted = shown.map(({ id, name, description, tags }) => ({
    id,
    title: name,
    description,
    tags,
  }));
  for (const { results } of replies) {
    const said = results.map(({ id, title, description, tags }) => ({ id, title, description, tags }));
    expect(said.sort((one, other) => one.id - other.id)).toEqual(wanted);
  }
  expect(visitor.problems).toEqual([]);
});

const files = { styled: 'recordevent_with_service_inline_signup', local: 'recordevent_local_styles' };

/** High enough for one portion: an embed out of sight requests nothing. Chromium draws no more than 8,192 px. */
const tall = { width: 1280, height: 8_000 };
/** The number of messages that a page shows at once. */
const inPortions = <Item>(items: Item[], max = 36): Item[][] =>
  items.length === 0 ? [] : [items.slice(0, max), ...inPortions(items.slice(max), max)];

test('in the confirmation message, styled or not', async () => {
  await using visitor = await newVisitor();
  const { page } = visitor;
  await page.setViewportSize(tall);
  const portions = inPortions(shown).map((some) => ({ file: files.styled, some }));
  for (const { file, some } of [{ file: files.local, some: aFew() }, ...portions]) {
    await page.goto(`${site}/?${new URLSearchParams({ file, ids: some.map(({ id }) => id).join(',') })}`);
    const headings = page.locator('[part=project], .manyhands-project');
    const said = async () => {
      const titles = await headings.allTextContents();
      const others = titles.filter((title, n) => !title.includes(some[n]?.name ?? '?'));
      return { count: titles.length, others };
    };
    await expect.poll(said).toEqual({ count: some.length, others: [] });
  }
  expect(visitor.problems).toEqual([]);
});

test('as what an owner writes into the message: its attributes and its words', async () => {
  await using visitor = await newVisitor();
  const names = ['event_id', 'extra', 'where', 'lang', 'theme', 'type', 'duration', 'magnitude'];
  const written = naughtyStrings.filter((text) => text.trim() !== '');
  const { page } = visitor;
  await page.setViewportSize(tall);
  for (const texts of inPortions(written)) {
    await page.goto(`${site}/?file=${files.styled}`);
    const write = (said: { names: string[]; texts: string[]; id: number | undefined }) => {
      const words = document.createElement('script');
      words.type = 'application/json';
      words.dataset['manyhandsWords'] = '';
      document.head.append(words);
      for (const text of said.texts) {
        words.textContent = JSON.stringify({ confirmation: { 'sent.text': text, 'do.decline': text } });
        const message = document.createElement('manyhands-confirmation');
        for (const name of said.names) message.setAttribute(`data-${name}`, text);
        message.setAttribute('data-project_id', String(said.id));
        document.body.append(message);
      }
    };
    await page.evaluate(write, { names, texts, id: shown[0]?.id });
    const unfold = page.locator('manyhands-confirmation [aria-expanded]:visible');
    await expect.poll(() => unfold.count()).toBe(texts.length);
    await unfold.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
    await expect.poll(() => page.locator('manyhands-confirmation dl').count()).toBe(texts.length);
    const sent = await page.locator('manyhands-confirmation dd').allTextContents();
    expect(texts.filter((text) => !sent.includes(text.trim()))).toEqual([]);
  }
  expect(visitor.problems).toEqual([]);
});

test('on the pages of owners', async () => {
  await using visitor = await newVisitor();
  await signInAsOperator(visitor.page, service);
  const some = aFew();
  expect(new Set(some.flatMap(({ tags }) => tags)).size).toBeGreaterThan(440);
  const why = naughtyStrings.filter(mightRun).join(' ').slice(0, 1000).trim();
  const added = { key, name: why.slice(0, 300), description: why, url: `${site}/`, origin: 'Plain' };
  const reply = await service.postJson('/api/project/add', { ...added, contact_email: 'a@example.org' });
  const { project_id: id } = (await reply.json()) as { project_id: number };
  await service.operate('reject', String(id), '--why', why);
  const { page } = visitor;
  for (const project of some) {
    await open(page, `/project/${project.id}/stats`);
    await expect.poll(() => page.locator('h1').textContent()).toBe(project.name);
    await open(page, `/project/${project.id}/tools`);
    await expect.poll(() => page.locator('h1').textContent()).toBe(project.name);
    // Hydrated: drawn again, from the page's data.
    await page.getByRole('button', { name: 'Copy' }).first().waitFor();
    const carried = JSON.parse((await page.locator('#page').textContent()) ?? '') as { data: Shown };
    expect(carried.data.tags).toEqual(project.tags);
  }
  await open(page, `/project/${id}/tools`);
  await expect.poll(() => page.locator('main').textContent()).toContain(why);
  expect(visitor.problems).toEqual([]);
});

test('on the pages of participants, and in their mail', async () => {
  const address = ofThisTry('participant@example.org');
  const profile = await profileId(service, key, address);
  const record = async (project_id: number) => {
    const said = { key, project_id, profile_id: profile, type: 'collection' };
    expect((await service.postJson('/api/record_event', said)).status).toBe(200);
  };
  // With the sign-in mail, that is the limit of an address in an hour.
  const granted = worst().slice(1);
  // Contributions from before a person joined are theirs to take; if they agree, they are credited.
  const earlier = shown.filter((one) => one.id % 2 === 0 && !granted.includes(one));
  const later = shown.filter((one) => !earlier.includes(one));
  await Promise.all(earlier.map(({ id }) => record(id)));

  await using visitor = await newVisitor();
  const { page } = visitor;
  await signIn(page, service, address);
  await Promise.all(later.map(({ id }) => record(id)));
  for (const { id } of granted) await joinFrom(service, { id, origin: site }, address);
  await open(page, '/me');
  const listed = (section: string) =>
    page.locator(`section[aria-labelledby="${section}"] li.card a[href^="/project/"]`).allTextContents();
  const namesOf = (some: Shown[]) => some.map(({ name }) => name).sort();
  expect((await listed('unclaimed')).sort()).toEqual(namesOf(earlier));
  const credited: string[] = [];
  const next = page.getByRole('link', { name: 'Next projects' });
  for (let n = 1; n === 1 || (await next.count()) > 0; n++) {
    await open(page, `/me?projects=${n}`);
    credited.push(...(await listed('credited')));
  }
  expect(credited.sort()).toEqual(namesOf(later));
  await open(page, '/account?open=grants');
  const sites = page.locator('#grants li.card a[href^="/project/"]');
  expect((await sites.allTextContents()).sort()).toEqual(namesOf(granted));

  for (const { id, name } of aFew()) {
    const asked = { project_id: String(id), origin: site, challenge: 'c'.repeat(43), state: 's'.repeat(16) };
    await open(page, `/connect?${new URLSearchParams(asked)}`);
    await page.getByText(name, { exact: true }).waitFor();
  }
  await page.context().clearCookies();
  for (const { id, name } of worst()) {
    const waiting = `waiting-${id}@example.org`;
    await open(page, `/project/${id}`);
    await page.getByLabel('Email address').fill(waiting);
    await page.getByRole('button', { name: 'Tell me when it starts' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await expect.poll(() => page.locator('main').textContent()).toContain(name);
    const { links, text } = await mailTo(service, waiting, /^Tell you/);
    expect(text).toContain(name.replace(/\s+/g, ' '));
    await page.goto(links[0] ?? '');
    await expect.poll(() => page.locator('main').textContent()).toContain(name);
  }
  await open(page, '/dev/outbox');
  const mails = (await page.locator('.mail-text').allTextContents()).join('\n');
  expect(worst().filter(({ name }) => !mails.includes(name.replace(/\s+/g, ' ')))).toEqual([]);
  expect(visitor.problems).toEqual([]);
});
