/** An owner's page under the strictest policy, in Chromium, with the requests and events of the embeds. */
import type { openBrowser } from '../../set-up/browser/browser.ts';
import { partnerSite } from '../../widgets/answering-service.ts';

type Open = Awaited<ReturnType<typeof openBrowser>>;

/** A service's script element, which the policy below allows. */
export const scriptOf = (service: { origin: string }, file: string, attributes: string) =>
  `<script nonce="n" src="${service.origin}/static/api/${file}" ${attributes}></script>`;

const policy = ({ origin }: { origin: string }) => ({
  'content-security-policy': `default-src 'none'; img-src data:; script-src 'nonce-n'; connect-src ${origin}; require-trusted-types-for 'script'`,
});

export const documentOf = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thanks</title><link rel="icon" href="data:,"><body><main><h1>Thanks</h1>${body}</main>`;

export async function visitStrictPage(
  open: Open,
  service: { origin: string },
  body: string,
  more?: Parameters<Open['freshContext']>[0],
) {
  const site = await partnerSite(documentOf(body), policy(service));
  const person = await open.freshContext(more);
  const fired: string[] = [];
  const lines: string[] = [];
  person.page.on('console', (message) => lines.push(message.text()));
  await person.page.exposeFunction('tell', (name: string) => fired.push(name));
  await person.page.addInitScript(() => {
    for (const name of ['credited', 'declined', 'undone', 'failed'])
      document.addEventListener(name, () =>
        (window as unknown as { tell: (name: string) => void }).tell(name),
      );
  });
  await person.page.goto(site.origin);
  return {
    ...person,
    fired,
    lines,
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** A window of ours in which a person has already agreed. */
export const yesSayer = `<link rel="icon" href="data:,"><script>const asked = new URLSearchParams(location.search);
  opener.postMessage({ type: 'manyhands:code', state: asked.get('state'), code: 'a-code-of-sixteen-or-more' }, asked.get('origin')); close()</script>`;
