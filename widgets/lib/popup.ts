/** "Credit me": a window of ours, in which the participant is known, hands this page a one-time code. */
import type { ConnectMessage } from '../../src/contract/site.ts';
import { baseUrl } from './placeholders.ts';
import { recall, remember } from './memory.ts';
import { base64url, random } from './random.ts';

/** Set while a window of this tab has not reported that it can answer. */
const silent = ['sessionStorage', 'manyhands:window'] as const;

/**
 * Where a window can answer this page: with encryption, outside of browsers inside apps, which open it in the place of
 * this page or not at all. Those that are not known by name show it by the first window.
 */
export const mayOpenWindows = () =>
  isSecureContext && !recall(...silent) && !/; wv\)|^(?!.*Saf).*\(iP/.test(navigator.userAgent);

/** A secret of this page, and its digest (PKCE, RFC 7636). */
export type Proof = { verifier: string; challenge: string };

export async function newProof(): Promise<Proof> {
  const verifier = random();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(digest)) };
}

/** Opens an empty window: within the click, before it is known where it leads. Null where none may open. */
export function openWindow() {
  const opened = window.open('', '', 'width=480,height=680');
  // Android's web views have a single window, which they return.
  return opened === top ? null : opened;
}

/**
 * Leads the window to our page and returns its code; undefined when it closes without one, null when there is none, or
 * one that is kept apart from this page: it cannot answer, and looks closed.
 */
export function askInPopup(
  popup: Window | null | undefined,
  project_id: number,
  { challenge }: Proof,
  lang: string,
  signal?: AbortSignal,
): Promise<string | undefined | null> {
  const state = random();
  const query = new URLSearchParams({
    project_id: `${project_id}`,
    // In a frame with `srcdoc`, location.origin is "null".
    origin,
    challenge,
    state,
    lang,
  });
  return new Promise((resolve) => {
    if (!popup) return resolve(null);
    remember(...silent, 'silent');
    popup.location = `${baseUrl}/connect?${query}`;
    let isClosed = false;
    let closed: null | undefined = null;
    // A window that is closed, or cut off from this page by an opener policy, can no longer answer. One more
    // turn, since the code may have been posted right before.
    const watch = setInterval(() => (isClosed ? end() : (isClosed = popup.closed)), 400);
    const end = (code?: string) => {
      clearInterval(watch);
      removeEventListener('message', receive);
      popup.close();
      resolve(code ?? closed);
    };
    const receive = ({ origin, source, data }: MessageEvent<Partial<ConnectMessage> | null>) => {
      if (origin !== baseUrl || source !== popup || data?.state !== state) return;
      remember(...silent);
      closed = undefined;
      if (data.type === 'manyhands:code') end(data.code);
    };
    addEventListener('message', receive);
    signal?.addEventListener('abort', () => {
      // Ended by this page, it has shown nothing.
      remember(...silent);
      end();
    });
  });
}
