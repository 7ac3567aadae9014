/** A partner's page with the confirmation message of the current test's service, and a person who joins on it. */
import type { Page } from 'playwright-core';
import { service } from './answered.ts';
import { scriptPath } from '../../widgets/answering-service.ts';

export const embed = (attributes = 'data-project_id="12"', path = scriptPath) =>
  `<script nonce="n" src="${service.origin}${path}" ${attributes}></script>`;
export const html = (body: string, head = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thanks</title><link rel="icon" href="data:,">${head}<body><main><h1>Thanks</h1>${body}</main>`;

export async function join(page: Page) {
  await page.getByRole('button', { name: 'I’m new, use my email' }).click();
  await page.getByLabel('Email address').fill('ada@example.org');
  await page.getByLabel('I am 16 or older').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('6-digit code').fill('123456');
  await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
}
