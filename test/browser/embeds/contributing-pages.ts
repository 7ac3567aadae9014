/** Pages of a partner that report contributions, by the message or by a control of their own, in Chromium. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { openBrowser } from '../../set-up/browser/browser.ts';
import { partnerSite, type answeringService } from '../../widgets/answering-service.ts';

export const kinds = ['message', 'headless'] as const;
export type Kind = (typeof kinds)[number];
type Service = Awaited<ReturnType<typeof answeringService>>;
type Browser = Awaited<ReturnType<typeof openBrowser>>;

const files = {
  message: 'recordevent_with_service_inline_signup.js',
  headless: 'recordevent_headless.js',
};

/** The embed, and the control that the headless script listens to. */
export const snippet = (kind: Kind, origin: string, attributes = '') =>
  `<button id="mine">Count me in</button>
  <script src="${origin}/static/api/${files[kind]}" data-project_id="12" data-trigger="#mine" ${attributes}></script>`;

/** The participant's click that credits. */
export const contribute = (page: Page, kind: Kind) =>
  page.getByRole('button', { name: kind === 'message' ? 'Credit me' : 'Count me in' }).click();

const hour = 3_600_000;

/** A contribution of an earlier page, as the page's storage has it. */
export const earlier = (id: string, hoursAgo = 1) => ({
  name: `manyhands:12:waiting:${id}`,
  value: JSON.stringify({
    project_id: '12',
    type: 'collection',
    when: new Date(Date.now() - hoursAgo * hour).toISOString(),
    event_id: id,
  }),
});

export type Fired = { name: string; bubbles: boolean; composed: boolean; detail: unknown };

/** A participant who agreed on this site before, with contributions in the outbox. `hidden`: in a background tab. */
export async function participant(
  { freshContext }: Browser,
  service: Service,
  kind: Kind,
  {
    waiting = [] as { name: string; value: string }[],
    attributes = '',
    gpc = true,
    locks = true,
    hidden = false,
    clock = false,
  } = {},
) {
  const site = await partnerSite(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thanks</title><link rel="icon" href="data:,">
    <body><main>${snippet(kind, service.origin, attributes)}</main>`,
  );
  const kept = { name: 'manyhands:12:grant', value: 'a-grant-of-an-earlier-visit' };
  const storageState = {
    cookies: [],
    origins: [{ origin: site.origin, localStorage: [kept, ...waiting] }],
  };
  const person = await freshContext({ more: { storageState } });
  const { context, page } = person;
  const fired: Fired[] = [];
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await context.exposeFunction('tell', (event: Fired) => fired.push(event));
  await context.addInitScript(
    (told) => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: told.gpc });
      if (!told.locks) Object.defineProperty(navigator, 'locks', { value: undefined });
      let isHidden = told.hidden;
      Object.defineProperty(document, 'hidden', { get: () => isHidden });
      Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
      const sent: [keepalive: boolean | undefined, bytes: number][] = [];
      const { fetch } = window;
      window.fetch = (input, init) => {
        if (init?.method === 'POST')
          sent.push([init.keepalive, new TextEncoder().encode(init.body as string).length]);
        return fetch(input, init);
      };
      Object.assign(window, {
        sent,
        turn: (hiddenNow: boolean) => {
          isHidden = hiddenNow;
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        },
      });
      for (const name of ['credited', 'declined', 'undone', 'failed'])
        document.addEventListener(name, (event) =>
          (window as unknown as { tell: (event: Fired) => void }).tell({
            name,
            bubbles: event.bubbles,
            composed: event.composed,
            detail: (event as CustomEvent).detail as unknown,
          }),
        );
    },
    { gpc, locks, hidden },
  );
  if (clock) await page.clock.install();
  await page.goto(site.origin);
  const waitingIds = async () => {
    const keys = await page.evaluate(() => Object.keys(localStorage));
    return keys.filter((key) => key.includes(':waiting:')).map((key) => key.split(':')[3]);
  };
  const ids = () => service.said('POST /embed/record').map(({ event_id }) => String(event_id));
  return {
    ...person,
    site,
    fired,
    lines,
    /** The names of the events that the page received. */
    names: () => fired.map(({ name }) => name),
    /** The ids of the contributions that the service was asked to record so far. */
    ids,
    records: (count: number) => expect.poll(() => ids().length).toBe(count),
    /** Waits until the page has the reply to each: a page that leaves earlier sends the event again. */
    answered: async (count: number) => {
      await expect.poll(() => ids().length).toBe(count);
      await expect.poll(waitingIds).toEqual([]);
    },
    /** The ids in the outbox. */
    waiting: waitingIds,
    /** Whether any tab has marked a contribution as being sent. */
    isSending: () =>
      page.evaluate(() => Object.values(localStorage).some((text) => String(text).startsWith(' '))),
    turn: (isHidden: boolean) =>
      page.evaluate((to) => (window as unknown as { turn: (to: boolean) => void }).turn(to), isHidden),
    /** The requests of this tab: whether each is kept alive after the page, and its size. */
    sent: () => page.evaluate(() => (window as unknown as { sent: [boolean, number][] }).sent),
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}
