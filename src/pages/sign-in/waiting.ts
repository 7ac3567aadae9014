/** A page that waits until its digits were typed on another device, and then goes on. */

/** Milliseconds; a mailed link lasts for half an hour. */
const [interval, lasts] = [3000, 30 * 60_000];

/** Asks one question at a time, while the page is seen. */
export async function waitForDigits(form: HTMLFormElement): Promise<void> {
  form.querySelector('button')?.remove();
  const body = new URLSearchParams(new FormData(form) as unknown as URLSearchParams);
  body.set('by', 'script');
  for (let waited = 0; waited < lasts; waited += interval) {
    await new Promise((resolve) => setTimeout(resolve, interval));
    if (document.hidden) continue;
    const sent = { method: 'POST', body, redirect: 'manual' } as const;
    // Offline or restarting: asked again at the next turn.
    const reply = await fetch(form.action, sent).catch(() => undefined);
    // The cookie of the session came with the redirection.
    if (reply?.type === 'opaqueredirect') return location.replace(body.get('next') ?? '/me');
  }
}
