/** An embed in Arabic on a page in English: a person who joins there by digits gets every later mail in Arabic. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { joinFrom, newKey, post, rows, signIn } from '../../server/scene.ts';
import { agedBy, recordFor } from '../../server/volunteers/volunteering.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { startJourneys } from '../journey.ts';
import { operator } from './member.ts';
import { countBirds, mailTo, messageOn, partnerOf, projectOn } from '../partner.ts';

const arabic = JSON.parse(readFileSync(join(root, 'src/messages/ar.json'), 'utf8')) as {
  confirmation: Record<string, string>;
  mail: { letter: string };
};
const message = (name: string) => arabic.confirmation[name]?.replace('{service}', 'Manyhands') ?? '';

test('the language of an embed is the one of later mails', async () => {
  const { service, newPerson } = await startJourneys('sqlite', unlimited, 'shell');
  const address = ofThisTry('from-the-embed@example.org');
  await using person = await newPerson({ more: { locale: 'en-GB' } });
  const { page, problems } = person;
  // The owner of the partner's site has set the language of the message.
  await person.context.addInitScript(() => {
    const speak = () => document.querySelector('script[data-project_id]')?.setAttribute('data-lang', 'ar');
    new MutationObserver(speak).observe(document, { childList: true, subtree: true });
  });
  await countBirds(page, service);
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  const button = (name: string) => messageOn(page).getByRole('button', { name: message(name), exact: true });
  await button('do.email').click();
  await messageOn(page).getByLabel(message('email.label')).fill(address);
  await messageOn(page).getByLabel(message('email.age')).check();
  await button('email.send').click();
  const digits = messageOn(page).getByLabel(message('code.label'));
  await digits.waitFor();
  await digits.fill(/\d{6}/.exec((await mailTo(service, address, /\d{6}/)).subject)?.[0] ?? '');
  await button('do.undo').waitFor();

  // Four others, so that managers may write; they joined from the same site in English.
  const project = { id: await projectOn(page), origin: partnerOf(service) };
  const key = await newKey(service, operator);
  for (const other of ['a', 'b', 'c', 'd', 'e'].map((name) => ofThisTry(`${name}@example.org`))) {
    await joinFrom(service, project, other);
    await recordFor(service, key, project.id, other);
  }
  await agedBy(service, 2);
  const cookie = await signIn(service, operator);
  const letter = { act: 'send', subject: 'Robins are back', body: 'Thank you.', form: 'f'.repeat(43) };
  const sent = await post(service, `/project/${project.id}/mailings`, letter, cookie);
  expect(sent.status).toBe(303);
  const [row] = await rows<{ mailing_id: number }>(service, 'select mailing_id from mailings');
  await post(service, `/review/mailing/${row?.mailing_id}`, { act: 'approve' }, cookie);
  const { text } = await mailTo(service, address, /Robins are back/);
  expect(text.startsWith(arabic.mail.letter.split('{')[0] ?? '-')).toBe(true);
  const others = await mailTo(service, ofThisTry('a@example.org'), /Robins are back/);
  expect(others.text).toMatch(/^The people who manage/);
  expect(problems).toEqual([]);
});
