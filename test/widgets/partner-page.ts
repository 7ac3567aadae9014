/** A partner's page in happy-dom, with the storage of earlier visits. */
import { Window } from 'happy-dom';
import JavaScriptCompiler from 'happy-dom/lib/javascript/JavaScriptCompiler.js';
import { expect } from 'vitest';
import { scriptPath } from './answering-service.ts';

export type Visit = {
  /** Attributes of the script element. */
  attributes?: Record<string, string>;
  /** The navigation type of the visit; by default `navigate`. */
  navigation?: 'navigate' | 'reload' | 'back_forward';
  /** Storage of an earlier visit. */
  storage?: Storage;
  /** HTML of the page before the script runs. */
  html?: string;
  query?: string;
  /** How often the script is included. */
  copies?: number;
  before?: (window: Window) => void;
};

// happy-dom loses its way in minified code and then does not see that `import(` is no text.
Object.assign(JavaScriptCompiler.prototype, { parseSyntax: () => undefined });

type Storage = { local: Record<string, string>; session: Record<string, string> };

const copyOf = (storage: Window['localStorage']) =>
  Object.fromEntries(
    Array.from({ length: storage.length }, (_, index) => {
      const key = storage.key(index) ?? '';
      return [key, storage.getItem(key) ?? ''];
    }),
  );

/** A window that a page opens; the addresses that it is led to go into `opened`. It closes at once. */
export const windowFor = (opened: unknown[]) => ({
  closed: true,
  close: () => undefined,
  set location(address: string) {
    opened.push(address);
  },
});

let visits = 0;

export async function visit(serviceOrigin: string, wanted: Visit = {}) {
  const {
    attributes = { 'data-project_id': '12' },
    navigation = 'navigate',
    storage,
    html = '',
    query = '',
  } = wanted;
  const lines: string[] = [];
  const fired: string[] = [];
  const window = new Window({
    url: 'http://localhost:1/done',
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  const warn = (line: string) => void lines.push(line);
  // Browser features that happy-dom lacks.
  Object.assign(window, {
    isSecureContext: true,
    origin: 'http://localhost:1',
    console: { ...console, warn, error: warn },
  });
  window.Element.prototype.checkVisibility = () => true;
  const IntersectionObserver = function (this: object, look: (seen: { isIntersecting: boolean }[]) => void) {
    Object.assign(this, { observe: () => look([{ isIntersecting: true }]), disconnect: () => undefined });
  };
  Object.assign(window, { IntersectionObserver });
  // happy-dom preloads modules, but fires no event.
  Object.defineProperty(window.HTMLLinkElement.prototype, 'onload', {
    set: (act: () => void) => setTimeout(act),
  });
  // happy-dom uses node's own, which is the same for every window.
  const performance = { timeOrigin: ++visits, getEntriesByType: () => [{ type: navigation }] };
  Object.defineProperty(window, 'performance', { value: performance });
  for (const [key, value] of Object.entries(storage?.local ?? {})) window.localStorage.setItem(key, value);
  for (const [key, value] of Object.entries(storage?.session ?? {}))
    window.sessionStorage.setItem(key, value);
  wanted.before?.(window);
  const { document } = window;
  document.body.innerHTML = html;
  for (const name of ['credited', 'declined', 'undone', 'failed'])
    document.addEventListener(name, () => void fired.push(name));
  const globals = new Set(Object.getOwnPropertyNames(window));

  const include = async () => {
    const script = document.createElement('script');
    // Without async, happy-dom would block this process until the script arrives, which this process serves.
    script.async = true;
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    const loaded = new Promise((resolve) => script.addEventListener('load', resolve));
    script.src = serviceOrigin + scriptPath + query;
    document.body.append(script);
    await loaded;
  };
  for (let copy = 0; copy < (wanted.copies ?? 1); copy++) await include();

  const elements = () => [...document.querySelectorAll('manyhands-confirmation')];
  const root = () => elements()[0]?.shadowRoot;
  const title = () =>
    root()?.querySelector('.loading') ? '' : (root()?.querySelector('[part=title]')?.textContent ?? '');
  const button = (name: string) =>
    [...(root()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);
  const input = (name: string) =>
    root()?.querySelector<never>(`input[name=${name}]`) as unknown as HTMLInputElement;

  return {
    window,
    document,
    lines,
    fired,
    include,
    elements,
    root,
    title,
    button,
    newGlobals: () => Object.getOwnPropertyNames(window).filter((name) => !globals.has(name)),
    // The page is in this process: a look costs nothing.
    shows: (words: RegExp | string) => expect.poll(title, { interval: 10 }).toMatch(words),
    click(name: string) {
      const found = button(name);
      if (!found) throw new Error(`There is no button "${name}" in: ${root()?.textContent ?? 'nothing'}`);
      found.click();
    },
    async join(address = 'ada@example.org', digits = '123 456') {
      this.click('I’m new, use my email');
      await this.shows('Join by email');
      input('address').value = address;
      input('of_age').checked = true;
      this.click('Send code');
      await this.shows('Check your email');
      input('code').value = digits;
      this.click('Confirm');
    },
    /** Ends the visit; returns the storage for the next one. */
    async leave(): Promise<Storage> {
      const kept = { local: copyOf(window.localStorage), session: copyOf(window.sessionStorage) };
      await window.happyDOM.close();
      return kept;
    },
  };
}
