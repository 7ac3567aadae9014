/** The Tools tab while an owner has it open: the preview, and the first message of their site. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { eventsOf } from '../database.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { signInAsOperator } from '../participants/member.ts';
import { countBirds, partnerOf, projectOn } from '../partner.ts';

const run = promisify(execFile);

let service: Service;
let newPerson: Journeys['newPerson'];
let tools: string;

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  // The demonstration's bronze project is the first of the two that it adds.
  tools = `${service.baseUrl}/project/505/tools`;
});

// Without a second try: the first message has been shown already.
test(
  'the page waits for the first message, and says by itself where it was shown',
  { retry: 0 },
  async () => {
    await using owner = await newPerson();
    await signInAsOperator(owner.page, service);
    await owner.page.goto(tools);
    await owner.page.getByText('Waiting for your first message…').waitFor();
    await owner.page.getByRole('link', { name: 'Look again' }).waitFor({ state: 'detached' });
    await using visitor = await newPerson();
    await countBirds(visitor.page, service);
    expect(await projectOn(visitor.page)).toBe(505);
    const seen = owner.page.getByText(`Seen on ${new URL(partnerOf(service)).host} less than a minute ago`);
    await seen.waitFor();
    await expect.poll(() => owner.page.getByText('Waiting for your first message…').count()).toBe(0);
    expect(owner.problems).toEqual([]);
  },
);

test('on a phone the tabs are whole words', async () => {
  await using owner = await newPerson({ width: 390 });
  await signInAsOperator(owner.page, service);
  await owner.page.goto(tools);
  const tabs = owner.page.getByRole('navigation', { name: 'Project' }).getByRole('link');
  const lines = await tabs.evaluateAll((links) =>
    links.map((link) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return text.getClientRects().length;
    }),
  );
  expect(lines).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test('without a script there are a link to look again, and the choice of a tier and of a type', async () => {
  await using owner = await newPerson();
  await signInAsOperator(owner.page, service);
  const state = await owner.context.storageState();
  await using plain = await newPerson({ more: { javaScriptEnabled: false, storageState: state } });
  const { page } = plain;
  await page.goto(tools);
  await page.getByRole('button', { name: 'Bronze' }).click();
  await page.getByRole('link', { name: 'Classification' }).click();
  await page.waitForURL('**/tools?type=classification#snippets');
  await expect
    .poll(() => page.locator('pre code').first().textContent())
    .toContain('data-participation="classification"');
  await expect.poll(() => page.getByRole('link', { name: 'Look again' }).isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Our server Silver' }).click();
  await page.getByRole('region', { name: 'On your server (Node.js)' }).waitFor();
});

test('what is copied to a server and to a shell runs as printed', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  await signInAsOperator(page, service);
  const { json } = await service.operator<{ key: string }>('key', 'operator@example.org');
  await page.goto(`${tools}?type=classification`);
  await page.getByRole('button', { name: 'Our server Silver' }).click();
  await page.getByRole('link', { name: 'Classification' }).click();
  const [, onServer = '', inShell = ''] = await page.locator('pre code').allTextContents();
  const own = (text: string) => text.replace('YOUR_API_KEY', json.key).replace('YOUR_SUBMISSION_ID', 'one');
  const program = `${own(onServer)}\nconsole.log("profile " + service_profile_id, typeof participant_token);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toMatch(/result: 'success'/);
  const [, profile = ''] = /profile (\d+) string/.exec(stdout) ?? [];
  const reply = await run('bash', ['-c', own(inShell).replace('YOUR_PROFILE_ID', profile)]);
  expect(JSON.parse(reply.stdout)).toMatchObject({ result: 'success' });
  expect(eventsOf(service, 505).slice(-2)).toMatchObject([{ source: 'api' }, { source: 'api' }]);
});
