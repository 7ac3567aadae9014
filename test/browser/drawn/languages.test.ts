/**
 * The whole of a participant's way in Arabic, in French, and in a language that the operator added to the build, as a browser
 * shows it: no English on any page of ours.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { fillIn } from '../../../src/ui/words/language.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { countBirds, messageOn, partnerOf, projectOn } from '../partner.ts';

type Texts = { [name: string]: string | Texts };
const ofBuild = (folder: string, lang: string) =>
  JSON.parse(readFileSync(join(root, 'src', folder, `${lang}.json`), 'utf8')) as Record<string, Texts>;

/** A language of our own, made from English by a rule: it shows that a text is said, not how well. */
const added = 'it';
const accented = (text: string) =>
  text.replace(/\{\w+\}|[aeiou]/g, (part) => 'áéíóú'['aeiou'.indexOf(part)] ?? part);
const inAdded = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string' ? accented(text) : inAdded(text),
    ]),
  );
const read = (folder: string, lang: string) =>
  lang === added ? (inAdded(ofBuild(folder, 'en')) as Record<string, Texts>) : ofBuild(folder, lang);

const textsIn = (texts: Texts): string[] =>
  Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)));

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  mkdirSync(join(service.dataDir, 'words/messages'), { recursive: true });
  for (const [folder, place] of [
    ['ui/words', 'words'],
    ['messages', 'words/messages'],
  ] as const)
    writeFileSync(join(service.dataDir, place, `${added}.json`), JSON.stringify(read(folder, added)));
  await service.restart();
});

/** The English texts of our pages that are others in a language, as patterns: a placeholder stands for any text. */
function englishBut(lang: string): RegExp[] {
  const own = new Set(textsIn(read('ui/words', lang)));
  return (
    textsIn(read('ui/words', 'en'))
      // The rest without its placeholders says something: "{project}." is any sentence.
      .filter((text) => /[a-z]{3}/.test(text.replace(/\{\w+\}/g, '')) && !own.has(text))
      // One that begins and ends with a placeholder would be any sentence.
      .filter((text) => !/^\{.*\}$/s.test(text))
      .map((text) =>
        text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)),
      )
      .map((parts) => new RegExp(`^${parts.join('.+')}$`, 'su'))
  );
}

/** The visible texts of a page that are English, without what projects wrote. */
async function englishOn(page: Page, english: RegExp[]): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: around, textContent } = node;
      const isOurs =
        around?.closest('script, style, noscript, select, .development, bdi, dd, [dir=auto], .card-facts') ===
        null;
      if (isOurs && around.checkVisibility() && textContent?.trim()) texts.push(textContent.trim());
    }
    return texts;
  });
  return shown.filter((text) => english.some((pattern) => pattern.test(text)));
}

const sizes = [
  ['ar', 'rtl', 390],
  ['fr', 'ltr', 1280],
  [added, 'ltr', 390],
] as const;

test.each(sizes)('a whole way in %s (%s)', async (lang, dir, width) => {
  const words = read('ui/words', lang);
  const said = read('messages', lang);
  const text = (group: string, name: string) => words[group]?.[name] as string;
  const message = (name: string) => fillIn(said['confirmation']?.[name] as string, { service: 'Manyhands' });
  const english = englishBut(lang);
  const address = ofThisTry(`voyage-${lang}@example.org`);
  await using person = await newPerson({ more: { locale: lang, viewport: { width, height: 800 } } });
  const { page, context, problems } = person;
  const heading = (name: string, on = page) => on.getByRole('heading', { name, exact: true }).waitFor();
  const left: [where: string, texts: string[]][] = [];
  const look = async (where: string, on = page) => {
    const html = on.locator('html');
    expect([where, await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([
      where,
      lang,
      dir,
    ]);
    left.push([where, await englishOn(on, english)]);
  };
  const newestTo = async (subject: RegExp) => {
    const found = async () =>
      (await service.mails()).find((mail) => mail.to === address && subject.test(mail.subject));
    await expect.poll(found).toBeDefined();
    return (await found()) as NonNullable<Awaited<ReturnType<typeof found>>>;
  };

  // The partner's site is in this language: the message speaks it, too.
  await context.addInitScript((spoken) => {
    const speak = () => {
      if (location.pathname.startsWith('/demo/')) document.documentElement.lang = spoken;
    };
    new MutationObserver(speak).observe(document, { childList: true });
  }, lang);

  // The message on the partner's page: joining by six digits.
  await countBirds(page, service);
  const button = (name: string) => messageOn(page).getByRole('button', { name: message(name), exact: true });
  await button('do.email').click();
  await messageOn(page).getByLabel(message('email.label')).fill(address);
  await messageOn(page).getByLabel(message('email.age')).check();
  await button('email.send').click();
  const digits = messageOn(page).getByLabel(message('code.label'));
  await digits.waitFor();
  const code = await newestTo(/\d{6}/);
  await digits.fill(/\d{6}/.exec(code.subject)?.[0] ?? '');
  await button('do.undo').waitFor();

  // The message's popup: signing in first.
  const { baseUrl } = service;
  const asking = new URLSearchParams({
    project_id: String(await projectOn(page)),
    origin: partnerOf(service),
    challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    state: 'a-state-of-the-partner-page',
    lang,
  });
  await page.goto(`${baseUrl}/connect?${asking}`);
  await page.locator('h1').waitFor();
  await look('popup');

  // Signing in, with the mail in the same language.
  await page.goto(`${baseUrl}/sign-in`);
  await look('sign-in');
  await page.getByLabel(text('signIn', 'email')).fill(address);
  await page.getByRole('button', { name: text('signIn', 'send'), exact: true }).click();
  await heading(text('signIn', 'sentTitle'));
  await look('mail sent');
  const subject = fillIn(said['mail']?.['link.subject'] as string, { service: 'Manyhands' });
  const { links } = await newestTo(new RegExp(`^${subject}$`));
  await page.goto(links[0] ?? '');
  await page.locator('main form').first().waitFor();
  await look('link');
  const age = page.getByLabel(text('signInLink', 'ofAge'));
  if (await age.isVisible()) await age.check();
  await page.getByRole('button', { name: text('signInLink', 'signIn'), exact: true }).click();
  await heading(text('me', 'title'));
  await look('/me');
  await page.goto(`${baseUrl}/connect?${asking}`);
  await page.locator('h1').waitFor();
  await look('popup, signed in');

  // The data of the pages that follow, each drawn on the server.
  const places = [
    ...['/', '/finder', '/finder?topic=Birds', '/me/volunteer', '/account', '/me/certificates', '/guardian'],
    ...['/nothing-here', '/project/1', '/account/delete'],
  ];
  for (const place of places) {
    await page.goto(baseUrl + place);
    await page.locator('h1').waitFor();
    await look(place);
  }

  // Gold: the consent page.
  await page.goto(`${partnerOf(service)}/demo/gold`);
  await page.getByRole('link', { name: 'Continue with Manyhands' }).click();
  await page.getByRole('button', { name: text('consent', 'allow'), exact: true }).waitFor();
  await look('consent');
  await page.getByRole('button', { name: text('consent', 'allow'), exact: true }).click();
  await page.getByText('Linked with your Manyhands profile').waitFor();

  // A certificate, the export, and the end.
  await page.goto(`${baseUrl}/me/certificates`);
  await page.getByRole('button', { name: text('certificates', 'show'), exact: true }).click();
  await page.getByRole('button', { name: text('certificates', 'issue'), exact: true }).click();
  await heading(text('certificate', 'title'));
  await look('certificate');
  const exported = await context.request.get(`${baseUrl}/me/export.json`);
  expect(await exported.json()).toMatchObject({ account: [{ language: lang }] });
  await page.goto(`${baseUrl}/account/delete`);
  await page.getByRole('button', { name: text('delete', 'now'), exact: true }).click();
  await heading(text('delete', 'done'));
  await look('deleted');

  expect(left.filter(([, texts]) => texts.length > 0)).toEqual([]);
  // One of the pages is an error page.
  expect(problems.filter((problem) => !problem.includes('/nothing-here'))).toEqual([]);
});
