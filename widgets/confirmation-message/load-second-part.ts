/** Loads the second part of this file from our own origin, checked against the digest that this file was served with. */
import { h } from 'preact';
import { baseUrl, secondPart } from '../lib/placeholders.ts';
import type * as module from './second-part/main.ts';
import { learn } from './words.ts';

export type SecondPart = typeof module;

/** In milliseconds. */
const timeout = 10_000;
let tries = 0;
let loading: Promise<SecondPart> | undefined;

/**
 * Shared by all messages of the document. Rejects if the file did not arrive in time or has another digest; the next
 * tap tries again.
 */
export const loadSecondPart = (element: HTMLElement) =>
  (loading ??= load(element).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/**
 * The digest is checked by a preload, which leaves the module where `import()` then finds it: `import()` takes no
 * digest, and on pages with trusted types a script element's address cannot be set. The link needs the nonce of the
 * page's policy, which every script of the page can read.
 */
async function load(element: HTMLElement): Promise<SecondPart> {
  const [file, integrity] = secondPart.split(' ');
  // Some browsers remember that an address failed.
  const href = `${baseUrl}/static/api/${file}${tries++ ? `?${tries}` : ''}`;
  const { nonce } = [...document.querySelectorAll('script')].find((script) => script.nonce) ?? {};
  const link = document.createElement('link');
  // Safari knows it from 17 on, Firefox from 115 on.
  if (link.relList.supports('modulepreload'))
    await new Promise((resolve, reject) => {
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', nonce, integrity, href });
      link.onload = resolve;
      link.onerror = reject;
      setTimeout(reject, timeout);
      element.append(link);
    }).finally(() => link.remove());
  const second = (await import(/* @vite-ignore */ href)) as SecondPart;
  second.drawWith(h);
  learn(second.words);
  return second;
}
