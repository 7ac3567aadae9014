/** A page of another site with the finder widget, in Chromium, and the events that the page receives. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { open, service } from './answered.ts';
import { partnerSite } from '../../widgets/answering-service.ts';
import { documentOf } from './strict-page.ts';

export const script = (attributes = '') =>
  `<script nonce="n" src="${service.origin}/static/api/finder.js" ${attributes}></script>`;

type Fired = { name: string; detail: unknown; bubbles: boolean; composed: boolean };

export async function visit(
  body: string,
  {
    headers = {},
    head = '',
    ...more
  }: Parameters<typeof open.freshContext>[0] & {
    headers?: Record<string, string>;
    head?: string;
  } = {},
) {
  const site = await partnerSite(documentOf(body).replace('<body>', `${head}<body>`), headers);
  const person = await open.freshContext(more);
  const { page } = person;
  const fired: Fired[] = [];
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.exposeFunction('tell', (event: Fired) => fired.push(event));
  await page.addInitScript(() => {
    for (const name of ['searched', 'opened'])
      document.addEventListener(name, (event) =>
        (window as unknown as { tell: (event: unknown) => void }).tell({
          name,
          detail: (event as CustomEvent).detail as unknown,
          bubbles: event.bubbles,
          composed: event.composed,
        }),
      );
  });
  await page.goto(site.origin);
  return {
    ...person,
    site,
    fired,
    lines,
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

export const projects = (page: Page) => page.getByRole('link', { name: /^Project \d+$/ });
export const shown = (page: Page, count: number) => expect.poll(() => projects(page).count()).toBe(count);
