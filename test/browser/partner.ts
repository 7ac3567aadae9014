/** A participant's actions on the demonstration partner's site, which is another site for the browser. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Service } from '../set-up/service/start-service.ts';

export const partnerOf = (service: Service) => `http://127.0.0.1:${service.port}`;

/** The message on a partner's page, in any state. */
export const messageOn = (page: Page) => page.locator('manyhands-confirmation');
export const buttonOn = (page: Page, name: string | RegExp) =>
  messageOn(page).getByRole('button', { name, exact: true });

/** Waits until the message has this title. */
export const titled = (page: Page, name: string) =>
  messageOn(page).getByRole('heading', { name, exact: true }).waitFor();

/** The bronze project: fills in the form and sends it; the thank-you page is loaded, the message perhaps not yet. */
export async function countBirds(page: Page, service: Service, robins = 3) {
  await page.goto(`${partnerOf(service)}/demo/bronze`);
  await page.getByLabel('Robin').fill(String(robins));
  await page.getByLabel('How many minutes').fill('12');
  await page.getByRole('button', { name: 'Send the count' }).click();
  await page.getByRole('heading', { name: 'Thank you for counting' }).waitFor();
}

/** The silver project, whose server records under the address that is typed. */
export async function surveyPond(page: Page, service: Service, address: string) {
  await page.goto(`${partnerOf(service)}/demo/silver`);
  await page.getByLabel('Which pond?').fill('behind the shed');
  await page.getByLabel('Newts').check();
  await page.getByRole('radio', { name: 'Clear' }).check();
  await page.getByLabel('How many minutes').fill('30');
  await page.getByLabel('Your email address').fill(address);
  await page.getByRole('button', { name: 'Send the survey' }).click();
  await page.getByRole('heading', { name: 'Thank you for looking' }).waitFor();
}

/** Types address and digits into a message that offers email. */
export async function joinByEmail(page: Page, service: Service, address: string) {
  await messageOn(page).getByLabel('Email address').fill(address);
  await messageOn(page).getByLabel('I am 16 or older').check();
  await buttonOn(page, 'Send code').click();
  const digits = messageOn(page).getByLabel('6-digit code');
  // From here on: an earlier mail to this address has other digits.
  await digits.waitFor();
  await digits.fill(await digitsFor(service, address));
}

/** From the question to the credited state. */
export async function creditByEmail(page: Page, service: Service, address: string) {
  await buttonOn(page, 'I’m new, use my email').click();
  await joinByEmail(page, service, address);
  await credited(page);
}

export const credited = (page: Page) => buttonOn(page, 'Undo').waitFor();

/** The newest mail to an address with this subject, as soon as there is one. */
export async function mailTo(service: Service, address: string, subject: RegExp) {
  const mail = async () =>
    (await service.mails()).find(({ to, subject: said }) => to === address && subject.test(said));
  await expect.poll(mail).toBeDefined();
  return (await mail()) as NonNullable<Awaited<ReturnType<typeof mail>>>;
}

export async function digitsFor(service: Service, address: string) {
  const { subject } = await mailTo(service, address, /^\d{6} is your .+ code$/);
  return subject.slice(0, 6);
}

/** The page's stored value for a project: `grant`, `declined`. */
export const kept = (page: Page, projectId: number, what: 'grant' | 'declined') =>
  page.evaluate((key) => localStorage.getItem(key), `manyhands:${projectId}:${what}`);

/** The settings on the script element of the page. */
export const written = (page: Page, name: string) =>
  page.evaluate(
    (attribute) => document.querySelector('script')?.getAttribute(attribute) ?? '',
    `data-${name}`,
  );

export const projectOn = async (page: Page) => Number(await written(page, 'project_id'));
