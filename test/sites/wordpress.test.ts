/** WordPress: what is left of the snippet when an administrator, an editor and an author save it, and that it works. */
import { beforeAll, describe, expect, test } from 'vitest';
import { creditByEmail, credited } from '../browser/partner.ts';
import { messages, startSites, type Sites } from './visited-sites.ts';
import { hasWordPress, startWordPress } from './wordpress.ts';

describe.runIf(await hasWordPress())('WordPress', () => {
  let sites: Sites;
  let wordpress: Awaited<ReturnType<typeof startWordPress>>;

  beforeAll(async () => {
    sites = await startSites();
    wordpress = await startWordPress(sites.snippet);
    await sites.service.operator('origin', String(sites.project), wordpress.origin);
  });

  test('an administrator keeps all of it: shown once, credited, recorded once', async () => {
    const { page } = sites.person;
    await page.goto(wordpress.address('administrator, block'));
    await creditByEmail(page, sites.service, 'wordpress@example.org');
    expect(sites.recorded()).toBe(1);
    await page.reload();
    await credited(page);
    expect(sites.recorded()).toBe(1);
  });

  test.each(['administrator, classic', 'editor, block', 'editor, classic'])(
    '%s: another visit',
    async (post) => {
      const { page } = sites.person;
      const before = sites.recorded();
      await page.goto(wordpress.address(post));
      await credited(page);
      expect(await messages(page).count()).toBe(1);
      expect(await page.locator('a[href*="/confirm/"]').count()).toBe(0);
      expect(sites.recorded()).toBe(before + 1);
    },
  );

  test.each(['author, block', 'author, classic'])(
    '%s: the link is left, and leads to the confirmation',
    async (post) => {
      const { page } = sites.person;
      await page.goto(wordpress.address(post));
      expect(await page.locator('script[src*="recordevent"]').count()).toBe(0);
      expect(await messages(page).count()).toBe(0);
      await page.getByRole('link', { name: 'Credit this to my Manyhands profile' }).click();
      await page.getByRole('heading', { name: 'Get the credit for your contribution' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/confirm/${sites.project}`);
    },
  );
});
