/** WordPress: what is left of the snippet when an administrator, an editor and an author save it, and that it works. */
import { beforeAll, describe, expect, test } from 'vitest';
import { creditByEmail, credited } from '../browser/partner.ts';
import { messages, startSites, type Sites } from '../sites/visited-sites.ts';
import { type Role, startWordPress } from '../set-up/programs/wordpress.ts';

type Editor = 'block' | 'classic';

describe('WordPress', () => {
  let sites: Sites;
  let wordpress: Awaited<ReturnType<typeof startWordPress>>;

  beforeAll(async () => {
    sites = await startSites();
    wordpress = await startWordPress();
    await sites.service.operate('origin', String(sites.project), wordpress.origin);
  });

  /** The address of a post in which a user has saved the snippet. */
  const postOf = (role: Role, editor: Editor) =>
    wordpress.publish(
      editor === 'block' ? `<!-- wp:html -->\n${sites.snippet}\n<!-- /wp:html -->` : sites.snippet,
      role,
    );

  test('an administrator keeps all of it: shown once, credited, recorded once', async () => {
    const { page } = sites.person;
    await page.goto(await postOf('administrator', 'block'));
    await creditByEmail(page, sites.service, 'wordpress@example.org');
    expect(sites.recorded()).toBe(1);
    await page.reload();
    await credited(page);
    expect(sites.recorded()).toBe(1);
  });

  test.each<[Role, Editor]>([
    ['administrator', 'classic'],
    ['editor', 'block'],
    ['editor', 'classic'],
  ])('%s, %s editor: another visit', async (role, editor) => {
    const { page } = sites.person;
    const before = sites.recorded();
    await page.goto(await postOf(role, editor));
    await credited(page);
    await expect.poll(() => messages(page).count()).toBe(1);
    await expect.poll(() => page.locator('a[href*="/confirm/"]').count()).toBe(0);
    expect(sites.recorded()).toBe(before + 1);
  });

  test.each<[Role, Editor]>([
    ['author', 'block'],
    ['author', 'classic'],
  ])('%s, %s editor: the link is left, and leads to the confirmation', async (role, editor) => {
    const { page } = sites.person;
    await page.goto(await postOf(role, editor));
    await expect.poll(() => page.locator('script[src*="recordevent"]').count()).toBe(0);
    await expect.poll(() => messages(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Credit this to my Manyhands profile' }).click();
    await page.getByRole('heading', { name: 'Add your contribution to your profile' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/confirm/${sites.project}`);
  });
});
