/** The second part of the message: loaded on a tap, checked, and tried again; never before the tap. */
import { expect, test } from 'vitest';
import { answered, open, service } from './answered.ts';
import { partnerSite } from '../../widgets/answering-service.ts';
import { documentOf, scriptOf, visitStrictPage } from './strict-page.ts';

answered();

const message = 'recordevent_with_service_inline_signup.js';
const local = 'recordevent_local_styles.js';
const isSecondPart = (address: string) => address.includes('/recordevent_second_part.');

/** Policies of owners' pages; each with the attributes that the script needs under it. */
const policies: [string, (origin: string) => string, string][] = [
  [
    'a nonce, trusted types and no policy of them',
    (origin) =>
      `script-src 'nonce-n'; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types 'none'`,
    'nonce="n"',
  ],
  [
    'a nonce and strict-dynamic',
    (origin) => `script-src 'nonce-n' 'strict-dynamic'; connect-src ${origin}`,
    'nonce="n"',
  ],
  ['a list of hosts', (origin) => `script-src ${origin}; connect-src ${origin}`, ''],
];

test.each(policies)('is loaded under %s', async (_, policyFor, attributes) => {
  const content = `default-src 'none'; img-src data:; ${policyFor(service.origin)}`;
  const script = `<script ${attributes} src="${service.origin}/static/api/${message}" data-project_id="12"></script>`;
  await using site = await partnerSite(documentOf(script), { 'content-security-policy': content });
  await using person = await open.freshContext();
  const { page } = person;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(site.origin);
  await page.getByRole('button', { name: 'I’m new, use my email' }).waitFor();
  expect(asked.filter((address) => address.startsWith(service.origin))).toHaveLength(2);
  expect(asked.filter(isSecondPart)).toEqual([]);
  await page.getByRole('button', { name: 'I’m new, use my email' }).click();
  await page.getByLabel('Email address').waitFor();
  // The preload has fetched it, and import() finds it there.
  expect(asked.filter(isSecondPart)).toHaveLength(1);
  expect(person.problems).toEqual([]);
});

test.each([message, local])(
  '%s: while it does not come the message says so, and another try loads it',
  async (file) => {
    await using person = await visitStrictPage(
      open,
      service,
      scriptOf(service, file, 'data-project_id="12"'),
    );
    const { page } = person;
    const failing = (address: URL) => isSecondPart(address.href);
    await page.route(failing, (route) => route.abort());
    await page.getByRole('button', { name: 'I’m new, use my email' }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Add to your profile' }).waitFor();
    await page.getByRole('button', { name: 'What is sent?' }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.unroute(failing);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('definition').first().waitFor();
  },
);

test('another content than the one that the first part was made for never runs', async () => {
  await using person = await visitStrictPage(
    open,
    service,
    scriptOf(service, message, 'data-project_id="12"'),
  );
  const { page } = person;
  await page.route(
    (address) => isSecondPart(address.href),
    async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: `document.title = 'Another'; ${await reply.text()}` });
    },
  );
  await page.getByRole('button', { name: 'I’m new, use my email' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  expect(await page.title()).toBe('Thanks');
});

test('the window that a click has opened is closed again if the second part does not come', async () => {
  await using person = await visitStrictPage(
    open,
    service,
    scriptOf(service, message, 'data-project_id="12"'),
  );
  const { page } = person;
  await page.route(
    (address) => isSecondPart(address.href),
    (route) => route.abort(),
  );
  const opened = person.context.waitForEvent('page');
  await page.getByRole('button', { name: 'Credit me' }).click();
  const popup = await opened;
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await expect.poll(() => popup.isClosed()).toBe(true);
});

test('two messages of a page load it once', async () => {
  const asked: string[] = [];
  const scripts = [12, 13].map((id) => scriptOf(service, message, `data-project_id="${id}"`)).join('');
  await using person = await visitStrictPage(open, service, scripts);
  const { page } = person;
  page.on('request', (request) => asked.push(request.url()));
  for (const n of [0, 1]) {
    await page.getByRole('button', { name: 'I’m new, use my email' }).first().click();
    await expect.poll(() => page.getByLabel('Email address').count()).toBe(n + 1);
  }
  expect(asked.filter(isSecondPart)).toHaveLength(1);
});
