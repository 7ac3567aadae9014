/**
 * A hostile partner tries to get the participant's agreement without the participant: by frames, overlays, forged
 * clicks and messages.
 */
import type { Frame, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { scriptPath } from '../../widgets/answering-service.ts';
import { openBrowser } from '../../set-up/browser/browser.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { animationsEnded } from '../checks/animations.ts';
import { hostileSite, type HostileSite } from './hostile-site.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { answer, grantsOf, nothingGiven, popupOf, sayYes, signIn } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { buttonOn, credited, partnerOf, titled } from '../partner.ts';
import { serveSite } from '../site-of-its-own.ts';
import { callFrom, listen } from '../wire.ts';

let service: Service;
let newPerson: Journeys['newPerson'];
/** In the whole Chromium: its headless shell blocks no windows. */
let newPersonWithBlocker: Awaited<ReturnType<typeof openBrowser>>['freshContext'];
let site: HostileSite;

const prize = `<p style="position:fixed;inset:0;z-index:9;margin:0;background:#fff;pointer-events:none">
  Press anywhere for your prize</p>`;

/** A form with the browser helper instead of the message. */
const helperForm = (script: string) =>
  `<input id="profile">${script.replace(scriptPath, '/static/api/apihelper.js').replace('>', ' data-profile="#profile">')}`;

/** Presses "Credit me", or the helper's button, as well as a script can, as soon as it exists. */
const forging = `<script>
  const watch = setInterval(() => {
    const { shadowRoot } = document.querySelector('manyhands-confirmation, manyhands-profile') ?? {};
    const button = [...(shadowRoot?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === 'Credit me' || textContent.startsWith('Add my '),
    );
    if (!button || shadowRoot.querySelector('.loading')) return;
    clearInterval(watch);
    for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      button.dispatchEvent(new MouseEvent(name, { bubbles: true, composed: true, cancelable: true }));
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
    button.click();
    console.log('forged');
  }, 10);
</script>`;

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  ({ freshContext: newPersonWithBlocker } = await openBrowser());
  site = await hostileSite(service, newPerson, (script, query) =>
    query.has('helper')
      ? helperForm(script) + forging
      : script + (query.has('covered') ? prize : query.has('forging') ? forging : ''),
  );
});

/** A member who is signed in on our site, on the hostile page. */
async function luredMember(address: string, path = '/') {
  const person = await newPerson();
  await signIn(person.page, service, address);
  await person.page.goto(site.origin + path);
  return person;
}

type Watched = { asked: URLSearchParams; opened: Window | null };

/** A page can observe windows that its scripts open, and where they are led: it keeps the window and knows the state. */
const watchWindows = (page: Page) =>
  page.evaluate(() => {
    const open = window.open.bind(window);
    window.open = (address, ...rest) => {
      const opened = open(address, ...rest);
      Object.assign(window, { opened });
      return opened;
    };
  });

const tellAddress = async (page: Page, popup: Page) => {
  await popup.waitForURL('**/connect?**');
  await page.evaluate(
    (address) => Object.assign(window, { asked: new URL(address).searchParams }) && undefined,
    popup.url(),
  );
};

test('no page of ours is drawn in a frame, however deep', async () => {
  const willing = await serveSite(() => ({ body: '<h1>Framed</h1>' }));
  await using person = await luredMember(ofThisTry('framed@example.org'));
  const { page } = person;
  const paths = ['/', '/me', '/sign-in', '/finder', `/project/${site.project}`, '/docs/api', '/nothing-here'];
  paths.push(`/confirm/${site.project}?ref=framed`, '/connect/fedcm');
  // The question of a site that asks for authorization, of a request under way in this browser.
  const asking = await person.context.newPage();
  await asking.goto(`${partnerOf(service)}/demo/gold/link`);
  await asking.getByRole('button', { name: 'Allow' }).waitFor();
  paths.push(new URL(asking.url()).pathname);
  const addresses = [...paths.map((path) => service.baseUrl + path), site.popupAddress()];
  const frameIn = (place: Page | Frame, address: string) =>
    place.evaluate(
      (src) =>
        new Promise<void>((resolve) => {
          const frame = document.createElement('iframe');
          frame.onload = () => resolve();
          frame.src = src;
          document.body.append(frame);
        }),
      address,
    );
  const drawn = (frames: Frame[]) =>
    Promise.all(frames.map((frame) => frame.evaluate(() => location.protocol)));
  for (const address of addresses) await frameIn(page, address);
  expect(await drawn(page.mainFrame().childFrames())).toEqual(addresses.map(() => 'chrome-error:'));

  // A frame of the same site in between makes no difference; a foreign page is drawn in it, like any page.
  await page.goto(site.origin);
  await frameIn(page, `${site.origin}/?nested`);
  const nested = page.mainFrame().childFrames()[0];
  if (!nested) throw new Error('The frame in between is not there.');
  for (const address of [...addresses, willing]) await frameIn(nested, address);
  expect(await drawn(nested.childFrames())).toEqual([...addresses.map(() => 'chrome-error:'), 'http:']);
  await nothingGiven(page, service);
});

test('a click through an overlay opens our window, and the question is asked there', async () => {
  await using person = await luredMember(ofThisTry('lured@example.org'), '/?covered');
  const { page } = person;
  const box = await buttonOn(page, 'Credit me').boundingBox();
  const opening = page.waitForEvent('popup');
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  const popup = await opening;
  await popup.getByRole('heading', { name: 'Credit your contributions?' }).waitFor();
  await expect.poll(() => popup.getByRole('main').innerText()).toContain(site.origin);
  const closing = popup.waitForEvent('close');
  await answer(popup, 'Not now');
  await closing;
  await nothingGiven(page, service);
});

test('clicks that come with the window, like those of a double click, choose nothing', async () => {
  await using person = await luredMember(ofThisTry('double@example.org'));
  const { page, context } = person;
  await context.clock.install();
  await context.clock.pauseAt(Date.now() + 60_000);
  const opening = page.waitForEvent('popup');
  await page.evaluate((address) => {
    onclick = () => void open(address, '', 'popup,width=480,height=680');
  }, site.popupAddress());
  await page.mouse.click(5, 5);
  const popup = await opening;
  const yes = popup.getByRole('button', { name: 'Credit me' });
  const press = async () => {
    const box = await yes.boundingBox();
    await popup.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20, { clickCount: 2 });
  };
  const posted: string[] = [];
  context.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
  const isAsleepAfter = async (milliseconds: number) => {
    await popup.clock.runFor(milliseconds);
    return yes.isDisabled();
  };
  await expect.poll(() => isAsleepAfter(20)).toBe(true);
  await press();
  expect(await isAsleepAfter(400)).toBe(true);
  await press();
  await expect.poll(() => isAsleepAfter(20)).toBe(false);
  expect(posted).toEqual([]);
});

/** Whether the button of our page is locked, as the page itself reports it. */
const isLocked = (button: Locator) =>
  button.evaluate((one: HTMLButtonElement) => one.disabled || one.ariaDisabled === 'true');

/**
 * A window of the partner covers ours and closes itself on the first press of a double click; the second press hits our
 * window. It was visible all the time: only its focus reveals the trick.
 */
test.each<[string, string, () => string]>([
  ['the popup', 'Credit me', () => site.popupAddress().replace(service.baseUrl, '')],
  ['the hosted confirmation', 'Credit me', () => `/confirm/${site.project}?type=collection&ref=overlay`],
])('%s chooses nothing by a double click on a window that lies over it', async (what, name, path) => {
  await using person = await luredMember(`overlay-${what.replaceAll(' ', '-')}@example.org`);
  const { page, context } = person;
  await context.clock.install();
  await context.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate((address) => {
    onclick = () => void open(address, '', 'popup,width=480,height=680');
  }, service.baseUrl + path());
  const opening = page.waitForEvent('popup');
  await page.mouse.click(5, 5);
  const popup = await opening;
  // Playwright reports to every page that it has the focus, so the browser's events are simulated.
  const focus = (has: boolean) =>
    popup.evaluate((isFocused) => {
      document.hasFocus = () => isFocused;
      dispatchEvent(new Event(isFocused ? 'focus' : 'blur'));
    }, has);
  const posted: string[] = [];
  context.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
  const yes = popup.getByRole('button', { name, exact: true });
  const press = async () => {
    const box = await yes.boundingBox();
    await popup.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20, { clickCount: 2 });
  };
  const isLockedAfter = async (milliseconds: number) => {
    await popup.clock.runFor(milliseconds);
    return isLocked(yes);
  };
  await expect.poll(() => isLockedAfter(600)).toBe(false);
  // The half second of the style sheet, for pages without scripts, uses the real clock.
  await animationsEnded(yes);
  await focus(false);
  expect(await isLockedAfter(5000)).toBe(true);
  await press();
  await focus(true);
  await press();
  expect(await isLockedAfter(400)).toBe(true);
  await press();
  // Each loss of focus starts the wait again.
  await focus(false);
  await focus(true);
  expect(await isLockedAfter(400)).toBe(true);
  await press();
  expect(posted).toEqual([]);
  expect(await isLockedAfter(200)).toBe(false);
  // The journeys test that the button can be pressed then.
});

test('clicks that a script makes get no window, no grant and no record', async () => {
  await using person = await newPersonWithBlocker();
  const { page, context } = person;
  await signIn(page, service, ofThisTry('forged@example.org'));
  const wire = listen(page, service);
  // Waits for the page's output, because evaluating in the page counts as a click in Chromium.
  const forged = page.waitForEvent('console', (message) => message.text() === 'forged');
  await page.goto(`${site.origin}/?forging`);
  await forged;
  await titled(page, 'The window did not open or was closed.');
  expect(context.pages()).toHaveLength(1);
  expect((await wire.exchanges()).filter(({ line }) => line.startsWith('POST'))).toEqual([]);
  await nothingGiven(page, service);
});

test('a script that presses the button of the form helper learns no profile id', async () => {
  await using person = await newPersonWithBlocker();
  const { page, context } = person;
  await signIn(page, service, ofThisTry('unnumbered@example.org'));
  const forged = page.waitForEvent('console', (message) => message.text() === 'forged');
  await page.goto(`${site.origin}/?helper`);
  await forged;
  await page.locator('manyhands-profile').getByText('The window did not open').waitFor();
  await expect.poll(() => page.inputValue('#profile')).toBe('');
  expect(context.pages()).toHaveLength(1);
  // A script that calls the service itself, with an invented grant or with none, has no effect either.
  for (const grant of ['g'.repeat(43), '', undefined]) {
    const { status, reply } = await callFrom(page, service, '/embed/assertion', {
      project_id: site.project,
      grant,
    });
    expect([grant, status, Object.keys(reply)]).toEqual([
      grant,
      grant ? 401 : 400,
      expect.not.arrayContaining(['profile_id']),
    ]);
  }
  await nothingGiven(page, service);
});

test('the page that opens our window can neither look into it nor press anything in it', async () => {
  await using person = await luredMember(ofThisTry('opened@example.org'));
  const { page } = person;
  await watchWindows(page);
  const popup = await popupOf(page, 'Credit me');
  await popup.getByRole('heading', { name: 'Credit your contributions?' }).waitFor();
  const asked = popup.url();
  const reached = await page.evaluate(() => {
    const held = (window as never as Watched).opened as Window;
    const tried: [string, () => unknown][] = [
      ['document', () => held.document],
      ['address', () => held.location.href],
      ['storage', () => held.localStorage],
      ['a script of the page', () => (held.location.href = 'javascript:document.forms[0].submit()')],
      ['a name of the page', () => (held as never as Record<string, unknown>)['fetch']],
      ['its frames', () => held[0]],
    ];
    return tried.map(([what, reach]) => {
      try {
        return `${what}: ${String(reach())}`;
      } catch (error) {
        return `${what}: ${(error as Error).name}`;
      }
    });
  });
  expect(reached).toEqual([
    'document: SecurityError',
    'address: SecurityError',
    'storage: SecurityError',
    'a script of the page: SecurityError',
    'a name of the page: SecurityError',
    'its frames: SecurityError',
  ]);
  // It can only send messages, which no page of ours listens to, and navigate the window.
  const said = [
    { type: 'click' },
    { type: 'manyhands:code', state: 's'.repeat(16), code: 'c'.repeat(43) },
    { type: 'manyhands:connect', answer: 'yes' },
    'submit',
  ];
  // Received after the page itself; a reply of the page would be on its way before it.
  await popup.evaluate((last) => {
    addEventListener('message', ({ data }) => data === last && (opener as Window).postMessage('heard', '*'));
  }, said.at(-1));
  const heard = await page.evaluate((messages) => {
    const held = (window as never as Watched).opened as Window;
    return new Promise<unknown[]>((resolve) => {
      const answers: unknown[] = [];
      onmessage = ({ data }) => answers.push(data) && data === 'heard' && resolve(answers);
      for (const message of messages) held.postMessage(message, '*');
    });
  }, said);
  expect(heard).toEqual(['heard']);
  expect(popup.url()).toBe(asked);
  await nothingGiven(page, service);
});

test('a code that does not come from our window is refused, even with the right state', async () => {
  const advert = await serveSite(() => ({
    body: `<script>addEventListener('message', ({ data }) => parent.postMessage(data, '*'))</script>`,
  }));
  await using person = await luredMember(ofThisTry('messages@example.org'));
  const { page } = person;
  await page.evaluate(async (src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    document.body.append(frame);
    await new Promise((resolve) => (frame.onload = resolve));
  }, advert);
  await watchWindows(page);
  const popup = await popupOf(page, 'Credit me');
  await popup.getByRole('heading', { name: 'Credit your contributions?' }).waitFor();
  await tellAddress(page, popup);
  const wire = listen(page, service);
  const arrived = await page.evaluate(async () => {
    const state = (window as never as Watched).asked.get('state');
    const forged = { type: 'manyhands:code', state, code: 'c'.repeat(43) };
    let messages = 0;
    const both = new Promise<void>((resolve) => {
      addEventListener('message', () => ++messages === 2 && resolve());
    });
    postMessage(forged, '*');
    document.querySelector('iframe')?.contentWindow?.postMessage(forged, '*');
    await both;
    return messages;
  });
  expect(arrived).toBe(2);
  await titled(page, 'Continue in the new window.');
  expect((await wire.exchanges()).filter(({ line }) => line.startsWith('POST'))).toEqual([]);

  await sayYes(popup);
  await credited(page);
  const posts = (await wire.exchanges()).filter(({ line }) => line === 'POST /embed/connect');
  expect(posts.map(({ status }) => status)).toEqual([200]);
  expect(await grantsOf(page, service)).toHaveLength(1);
});

test('an event that the page makes itself looks like ours to the message; the service knows no such code', async () => {
  await using person = await luredMember(ofThisTry('events@example.org'));
  const { page } = person;
  await watchWindows(page);
  await tellAddress(page, await popupOf(page, 'Credit me'));
  const wire = listen(page, service);
  await page.evaluate((origin) => {
    const { asked, opened } = window as never as Watched;
    const data = { type: 'manyhands:code', state: asked.get('state'), code: 'c'.repeat(43) };
    dispatchEvent(new MessageEvent('message', { data, origin, source: opened }));
  }, service.baseUrl);
  await buttonOn(page, 'Try again').waitFor();
  const posts = (await wire.exchanges()).filter(({ line }) => line.startsWith('POST'));
  expect(posts.map(({ line, status }) => `${line} ${status}`)).toEqual(['POST /embed/connect 401']);
  await nothingGiven(page, service);
});
