/** Whose profile it is: a window of ours hands this page a one-time code. The long form, with reasons: lib/popup.ts. */
import { baseUrl } from '../lib/placeholders.ts';

const text = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
const random = () => text(crypto.getRandomValues(new Uint8Array(32)));

export async function newProof() {
  const verifier = random();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: text(new Uint8Array(digest)) };
}

/** Undefined when the window does not open, or closes without a code. */
export const askFor = (project_id: string, challenge: string) =>
  new Promise<string | undefined>((resolve) => {
    const state = random();
    const query = new URLSearchParams({ project_id, origin: location.origin, challenge, state });
    const popup = open(`${baseUrl}/connect?${query}`, '', 'popup,width=480,height=680');
    const end = (code?: string) => {
      clearInterval(watch);
      removeEventListener('message', hear);
      popup?.close();
      resolve(code);
    };
    const hear = ({ origin, source, data }: MessageEvent<{ state?: string; code?: string } | null>) => {
      if (origin === baseUrl && source === popup && data?.state === state) end(data.code);
    };
    const watch = setInterval(() => (!popup || popup.closed) && end(), 400);
    addEventListener('message', hear);
  });
