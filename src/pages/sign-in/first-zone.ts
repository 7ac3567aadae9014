/**
 * Tells the service the browser's time zone, once for each account, and shows the page again with the days in it. Without
 * one, it is drawn in UTC.
 */
export async function tellZone(form: HTMLFormElement): Promise<void> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone === 'UTC') return;
  const sent = { method: 'POST', body: new URLSearchParams({ zone }), redirect: 'manual' } as const;
  const reply = await fetch(form.action, sent).catch(() => undefined);
  // Any other reply says that it was not stored: the page would ask again for ever.
  if (reply?.type === 'opaqueredirect') location.replace(location.pathname + location.search);
}
