/**
 * `npm run docs-pictures`: makes the pictures of the documentation for project owners from the running embeds, in both
 * colour schemes. Run it after an embed's look or words have changed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Locator, type Page } from 'playwright-core';
import sharp from 'sharp';
import { freePort } from '../test/set-up/service/free-port.ts';
import { pathOf, isRoot } from '../test/set-up/programs/installed.ts';
import { runService } from '../test/set-up/service/running-service.ts';
import { ensureBuilt, root } from './built.ts';

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

const pictures = join(root, 'public/docs');
const sizes: Record<string, { width: number; height: number }> = {};
const address = 'ada@example.org';
/** CSS pixels. The documentation's column on a phone is nearly as wide, so that words stay legible. */
const width = 424;
const margin = 12;
/**
 * Pixels per CSS pixel: sharp enough on a phone and small to load. All pictures together have half a megabyte, each at
 * most three dozen kilobytes.
 */
const density = 1.5;

await ensureBuilt();
mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({
  executablePath: await pathOf('chromium'),
  args: isRoot ? ['--no-sandbox'] : [],
});
/** One service per scheme, because its limits on mails to one address apply. */
let service: Awaited<ReturnType<typeof runService>>;
const sheet = readFileSync(join(root, 'src/pages/docs/api/examples/local-styles.css'), 'utf8');

/** A page with the background of the documentation's pages; the query selects its content. */
const site = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://site');
  const file = searchParams.get('file') ?? 'recordevent_with_service_inline_signup.js';
  const attributes = [...searchParams].map(([name, value]) => `data-${name}="${value}"`).join(' ');
  const form = `<form><p><label>What did you see? <input name="seen" value="Two newts"></label></p>
    <p><input type="hidden" id="profile"></p><button>Send</button></form>`;
  response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><html lang="en">
    <meta name="color-scheme" content="light dark"><title>Thank you</title><link rel="icon" href="data:,">
    <style>
      body { margin: ${margin}px; background: light-dark(#fafbf8, #0f1714); }
      body > * { display: block; margin: 0; }
      form, .serif { font: 16px/1.5 Georgia, 'DejaVu Serif', serif; }
      form input, form button { font: inherit; padding: 0.4em 0.8em; }
      ${file.includes('local') ? sheet : ''}
    </style>
    <body class="${file.includes('local') ? 'serif' : ''}">${file === 'apihelper.js' ? form : ''}
    <script src="${service.baseUrl}/static/api/${file}" ${attributes} async></script>`);
});
const port = await freePort();
await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
const registered = `http://127.0.0.1:${port}`;
const elsewhere = `http://localhost:${port}`;

const at = (origin: string, settings: Record<string, string>) =>
  `${origin}/?${new URLSearchParams(settings)}`;
const message = (page: Page) => page.locator('manyhands-confirmation');
const button = (page: Page, name: string) => message(page).getByRole('button', { name, exact: true });

/** Takes a picture from the top of one element to the end of another. */
async function shoot(page: Page, name: string, scheme: Scheme, shown = message(page), top: Locator = shown) {
  // Without a focus ring: the picture shows the state, not how it was reached.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const box = await shown.boundingBox();
  const upper = await top.boundingBox();
  if (!box || !upper) throw new Error(`${name} is not visible.`);
  const y = Math.max(0, upper.y - margin);
  const clip = {
    x: Math.max(0, box.x - margin),
    y,
    width: box.width + 2 * margin,
    height: box.y + box.height + margin - y,
  };
  const png = await page.screenshot({ clip, animations: 'disabled' });
  const { data, info } = await sharp(png)
    .webp({ quality: 66, effort: 6, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
  writeFileSync(join(pictures, `${name}-${scheme}.webp`), data);
  sizes[name] = { width: Math.round(info.width / density), height: Math.round(info.height / density) };
  console.log(`${name}-${scheme}.webp`.padEnd(28), `${data.length} bytes`);
}

async function newestMail(subject: RegExp) {
  for (let tries = 0; tries < 100; tries++) {
    const mail = (await service.mails()).find((one) => one.to === address && subject.test(one.subject));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('There is no mail.');
}

async function askForDigits(page: Page) {
  await message(page).getByLabel('Email address').fill(address);
  await message(page).getByLabel('I am 16 or older').check();
  await button(page, 'Send code').click();
  await message(page).getByLabel('6-digit code').waitFor();
}

async function typeDigits(page: Page) {
  const { subject } = await newestMail(/^\d{6} is your/);
  await message(page).getByLabel('6-digit code').fill(subject.slice(0, 6));
}

async function signIn(page: Page) {
  await page.goto(`${service.baseUrl}/sign-in`);
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.goto((await newestMail(/^Sign in/)).links[0] ?? '');
  await page.locator('main form').getByRole('button').click();
  await page.waitForURL('**/me');
}

async function bronzeStates(page: Page, project: string, scheme: Scheme) {
  await page.goto(at(registered, { project_id: project, lang: 'ar' }));
  await message(page).getByRole('button').first().waitFor();
  await shoot(page, 'arabic', scheme);
  await page.goto(at(registered, { project_id: project, event_id: 'visit-42', duration: '720' }));
  await button(page, 'Credit me').waitFor();
  await shoot(page, 'ask', scheme);
  await message(page).getByText('What is sent').click();
  await shoot(page, 'sent', scheme);
  const opening = page.waitForEvent('popup');
  await button(page, 'Credit me').click();
  const popup = await opening;
  // A window that is closed before it has reported looks like a browser that opens none.
  await popup.getByRole('button').first().waitFor();
  await page.waitForFunction(() => sessionStorage.getItem('manyhands:window') === null);
  await popup.close();
  await button(page, 'Try again').waitFor();
  await shoot(page, 'blocked', scheme);
  await button(page, 'Use my email').click();
  await shoot(page, 'email', scheme);
  await askForDigits(page);
  await shoot(page, 'code', scheme);
  await typeDigits(page);
  await button(page, 'Undo').waitFor();
  await shoot(page, 'credited', scheme);
  await page.context().setOffline(true);
  await button(page, 'Undo').click();
  await message(page).getByText('You are offline').waitFor();
  await shoot(page, 'offline', scheme);
  await page.context().setOffline(false);
  await button(page, 'Never for this project').waitFor();
  await shoot(page, 'undone', scheme);
  await button(page, 'Never for this project').click();
  await button(page, 'Undo').waitFor();
  await shoot(page, 'declined', scheme);
  await page.goto(at(elsewhere, { project_id: project }));
  await message(page).getByRole('link').waitFor();
  await shoot(page, 'elsewhere', scheme);
  await page.goto(
    at(registered, { project_id: project, file: 'recordevent_local_styles.js', 'when-declined': 'quiet' }),
  );
  await button(page, 'Credit me again').click();
  await button(page, 'Credit me').waitFor();
  await shoot(page, 'local-styles', scheme);
}

async function windowAndHelper(context: BrowserContext, project: string, scheme: Scheme) {
  const page = await context.newPage();
  await signIn(page);
  await page.goto(at(registered, { file: 'apihelper.js', profile: '#profile', project_id: project }));
  const helper = page.locator('manyhands-profile');
  await helper.getByRole('button').waitFor();
  const form = page.locator('form');
  await shoot(page, 'helper', scheme, form);
  const opening = page.waitForEvent('popup');
  await helper.getByRole('button').click();
  const popup = await opening;
  // Its button becomes active only after it has been visible for a moment.
  await popup.getByRole('button', { name: 'Credit me' }).click({ trial: true });
  await shoot(popup, 'window', scheme, popup.locator('main'), popup.locator('header'));
  await popup.getByRole('button', { name: 'Credit me' }).click();
  await page.getByText('profile is added').waitFor();
  await shoot(page, 'helper-added', scheme, form);
  await page.goto(`${service.baseUrl}/confirm/${project}?ref=survey-2041`);
  await page.getByRole('button', { name: 'Credit me' }).click({ trial: true });
  await shoot(page, 'confirm', scheme, page.locator('main .narrow'));
}

async function silverStates(page: Page, scheme: Scheme) {
  await page.goto(`http://127.0.0.1:${service.port}/demo/silver`);
  await page.getByLabel('Which pond?').fill('behind the shed');
  await page.getByLabel('Newts').check();
  await page.getByRole('radio', { name: 'Clear' }).check();
  await page.getByLabel('How many minutes').fill('30');
  await page.getByLabel('Your email address').fill(`new-${scheme}@example.org`);
  await page.getByRole('button', { name: 'Send the survey' }).click();
  await button(page, 'Never for this project').waitFor();
  const script = page.locator('script[data-participant]');
  const project = (await script.getAttribute('data-project_id')) ?? '';
  const participant = (await script.getAttribute('data-participant')) ?? '';
  await service.operator('origin', project, registered);
  await page.goto(at(registered, { mode: 'passive', project_id: project, participant }));
  await button(page, 'Never for this project').waitFor();
  await shoot(page, 'named', scheme);
  await page.goto(at(registered, { mode: 'gold', project_id: project, participant }));
  await button(page, 'Never for this project').waitFor();
  await shoot(page, 'gold', scheme);
  await page.goto(at(registered, { mode: 'passive', project_id: project }));
  await button(page, 'Link my profile').waitFor();
  await shoot(page, 'link', scheme);
  await button(page, 'I’m new, use my email').click();
  await askForDigits(page);
  await typeDigits(page);
  await button(page, 'Never for this project').waitFor();
  await shoot(page, 'linked', scheme);
}

async function projectOf(page: Page): Promise<string> {
  await page.goto(`http://127.0.0.1:${service.port}/demo/bronze`);
  await page.getByLabel('How many minutes').fill('12');
  await page.getByRole('button', { name: 'Send the count' }).click();
  return (await page.locator('script[data-project_id]').getAttribute('data-project_id')) ?? '';
}

for (const colorScheme of schemes) {
  await using started = await runService(undefined, { NODE_ENV: 'development' });
  service = started;
  const surroundings = { viewport: { width, height: 900 }, deviceScaleFactor: density, colorScheme } as const;
  const context = await browser.newContext({ ...surroundings, reducedMotion: 'reduce', locale: 'en-GB' });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const project = await projectOf(page);
  await service.operator('origin', project, registered);
  await bronzeStates(page, project, colorScheme);
  await silverStates(page, colorScheme);
  await context.close();
  const member = await browser.newContext({ ...surroundings, reducedMotion: 'reduce', locale: 'en-GB' });
  member.setDefaultTimeout(30_000);
  await windowAndHelper(member, project, colorScheme);
  await member.close();
}

writeFileSync(join(root, 'src/pages/docs/pictures.json'), `${JSON.stringify(sizes, undefined, 2)}\n`);
await browser.close();
site.closeAllConnections();
site.close();
