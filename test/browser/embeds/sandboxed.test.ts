/** The embeds in a sandboxed frame, without an origin, storage or windows: as form tools show owners' pages. */
import { expect, test } from 'vitest';
import { answered, open, service } from './answered.ts';
import { partnerSite } from '../../widgets/answering-service.ts';
import { documentOf, scriptOf } from './strict-page.ts';

answered((service) => {
  // As the service replies to a page without an origin.
  service.now.project.may_grant = false;
});

const page = `<script>
    for (const name of ['credited', 'failed'])
      document.addEventListener(name, () => document.querySelector('output').append(name + ' '));
  </script>
  <output></output>
  <button id="mine">Count me in</button>
  <form action="/sent"><label>Profile <input id="profile" name="profile"></label><button>Send</button></form>`;

/** Opens a page with one embed in a frame. */
async function visit(file: string) {
  const attributes = 'data-project_id="12" data-trigger="#mine" data-profile="#profile"';
  const inner = await partnerSite(documentOf(page + scriptOf(service, file, attributes)));
  const sandbox = 'sandbox="allow-scripts allow-forms"';
  const outer = await partnerSite(
    documentOf(`<iframe title="form" width="600" height="500" ${sandbox} src="${inner.origin}"></iframe>`),
  );
  const person = await open.freshContext();
  await person.page.goto(outer.origin);
  return {
    frame: person.page.frameLocator('iframe'),
    /** Uncaught errors and rejections, without the browser's own messages about windows. */
    errors: () => person.problems.filter((problem) => problem.startsWith('page error')),
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await outer[Symbol.asyncDispose]();
      await inner[Symbol.asyncDispose]();
    },
  };
}

type Frame = Awaited<ReturnType<typeof visit>>['frame'];

/** Checks that the page's own form is sent unchanged. */
const isSent = async (frame: Frame) => {
  await frame.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(() => frame.locator('body').evaluate(() => location.pathname + location.search))
    .toBe('/sent?profile=');
};

test.each(['recordevent_with_service_inline_signup.js', 'recordevent_local_styles.js', 'apihelper.js'])(
  '%s links to our site',
  async (file) => {
    await using person = await visit(file);
    await person.frame.getByRole('link', { name: 'Continue on Manyhands' }).waitFor();
    expect(service.rows()).toEqual(['GET /embed/project']);
    expect(service.asked[0]?.headers.origin).toBe('null');
    await isSent(person.frame);
    expect(person.errors()).toEqual([]);
  },
);

test.each(['recordevent_with_service_inline_signup.js', 'recordevent_local_styles.js'])(
  '%s takes a "no" for as long as the page lives',
  async (file) => {
    await using person = await visit(file);
    await person.frame.getByRole('button', { name: 'No thanks' }).click();
    await person.frame.getByRole('button', { name: 'Credit me again' }).waitFor();
    await person.frame.getByRole('button', { name: 'Credit me again' }).click();
    await person.frame.getByRole('link', { name: 'Continue on Manyhands' }).waitFor();
    expect(person.errors()).toEqual([]);
  },
);

test('the headless script reports the failure to the page, each time', async () => {
  await using person = await visit('recordevent_headless.js');
  const { frame } = person;
  const press = () => frame.getByRole('button', { name: 'Count me in' }).click();
  const heard = () => frame.locator('output').textContent();
  await press();
  await expect.poll(heard).toBe('failed ');
  await press();
  await expect.poll(heard).toBe('failed failed ');
  expect(service.asked).toEqual([]);
  await isSent(frame);
  expect(person.errors()).toEqual([]);
});
