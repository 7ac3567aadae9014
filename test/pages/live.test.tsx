// @vitest-environment happy-dom
import { hydrate, render, type VNode } from 'preact';
import { act } from 'preact/test-utils';
import { renderToString } from 'preact-render-to-string';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embeds } from '../../src/embed-code/embeds.ts';
import { BuilderPage } from '../../src/pages/builder/builder.tsx';
import { ConnectPage } from '../../src/pages/connect/connect.tsx';
import { SignInPage } from '../../src/pages/sign-in/sign-in.tsx';
import { CopyField } from '../../src/ui/copy-field.tsx';
import { pageLanguage } from '../../src/ui/words/all.ts';
import { SpokenLanguage } from '../../src/ui/words/use-words.tsx';
import { frame, request } from './samples.ts';

const project = { id: 7, title: 'Lakes', path: '/project/7-lakes' };

let main: HTMLElement;

const english = pageLanguage('en');
const inEnglish = (page: VNode) => <SpokenLanguage.Provider value={english}>{page}</SpokenLanguage.Provider>;

/** As in a browser: the server's text first, then the script hydrates it. */
async function open(drawn: VNode) {
  const page = inEnglish(drawn);
  main.innerHTML = renderToString(page);
  // happy-dom 21 selects another option than the one that has the attribute.
  for (const option of main.querySelectorAll<HTMLOptionElement>('option[selected]')) option.selected = true;
  await act(() => hydrate(page, main));
}

const connect = (data: Partial<Parameters<typeof ConnectPage>[0]['data']>) => (
  <ConnectPage
    data={{ state: 'ask', project, origin: request.origin, account: 'ada@example.org', request, ...data }}
    frame={frame('Ada')}
    path="/connect"
  />
);

const button = (text: string) =>
  [...main.querySelectorAll('button')].find((element) => element.textContent === text) as HTMLButtonElement;

const pass = (time: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(time);
  });

function seen(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  return act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

const opener = { closed: false, postMessage: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  main = document.body.appendChild(document.createElement('main'));
  vi.stubGlobal('opener', opener);
  vi.spyOn(window, 'close').mockImplementation(() => undefined);
  opener.postMessage.mockReset();
});

afterEach(() => {
  render(null, main);
  main.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('“Credit me” becomes active half a second after the popup is visible, again after it was hidden', async () => {
  await open(connect({}));
  expect(button('Credit me').disabled).toBe(true);
  await pass(490);
  expect(button('Credit me').disabled).toBe(true);
  await pass(20);
  expect(button('Credit me').disabled).toBe(false);
  await seen('hidden');
  await pass(5000);
  expect(button('Credit me').disabled).toBe(true);
  await seen('visible');
  await pass(510);
  expect(button('Credit me').disabled).toBe(false);
});

test('without scripts “Credit me” is a plain form with every field of the request', () => {
  main.innerHTML = renderToString(inEnglish(connect({})));
  expect(button('Credit me').disabled).toBe(false);
  const form = button('Credit me').closest('form') as HTMLFormElement;
  expect([form.getAttribute('action'), form.method]).toEqual(['/connect', 'post']);
  expect(Object.fromEntries(new FormData(form))).toEqual({ ...request, project_id: '7' });
});

test('the mailed link’s own tab sends the person back to the popup', async () => {
  vi.stubGlobal('opener', null);
  await open(connect({}));
  expect(main.textContent).toContain('Go back to the small window');
  expect(button('Credit me')).toBeUndefined();
});

test('the code goes to the page that asked, to its origin exactly; the popup stays while that may be on its way', async () => {
  await open(connect({ state: 'done', code: 'the-code' }));
  expect(opener.postMessage.mock.calls).toEqual([
    [{ type: 'manyhands:code', state: request.state, code: 'the-code' }, 'https://lakes.example'],
  ]);
  await pass(3900);
  expect(window.close).not.toHaveBeenCalled();
  await pass(200);
  expect(window.close).toHaveBeenCalledOnce();
});

test.each(['*', '/', 'https://lakes.example/', 'https://lakes.example.evil.example/x', 'null', ''])(
  'the code goes nowhere when the origin is %j',
  async (origin) => {
    await open(connect({ state: 'done', code: 'the-code', request: { ...request, origin } }));
    expect(opener.postMessage).not.toHaveBeenCalled();
    expect(main.querySelector('h1')?.textContent).toBe('The page you came from can’t be reached');
  },
);

test('a popup that waits for the mailed link continues by itself once, and keeps polling after an error', async () => {
  const replies = [() => Promise.reject(new Error('offline')), () => Response.json({ ready: false })];
  const ask = vi.fn(() => Promise.resolve((replies.shift() ?? (() => Response.json({ ready: true })))()));
  vi.stubGlobal('fetch', ask);
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  await open(
    <SignInPage data={{ state: 'sent', next: '/connect?state=s' }} frame={frame('Ada')} path="/sign-in" />,
  );
  await pass(4100);
  expect(replace).not.toHaveBeenCalled();
  await pass(10_000);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(replace.mock.calls).toEqual([['/connect?state=s']]);
});

test('a copy is announced each time, and selected if the clipboard is refused', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await open(<CopyField label="Project ID Code" value="7" kind="code" />);
  const spoken = () => main.querySelector('[role=status]')?.textContent;
  for (const time of [1, 2]) {
    await act(async () => button('Copy').click());
    expect(writeText).toHaveBeenCalledTimes(time);
    expect(spoken()).toBe('Copied');
    await pass(4100);
    expect(spoken()).toBe('');
  }
  writeText.mockRejectedValueOnce(new Error('denied'));
  await act(async () => button('Copy').click());
  expect(spoken()).toContain('Selected');
  expect(getSelection()?.toString()).toBe('7');
});

const choices = embeds.flatMap(({ name: embed, rows }) =>
  Object.entries(rows).flatMap(([name, row]) =>
    ((row as { values?: readonly string[] }).values ?? []).map((value) => ({ embed, name, value })),
  ),
);

test.each(choices)(
  'the builder keeps $name="$value" of $embed as it was in its address: its form has that value',
  async ({ embed, name, value }) => {
    const replaceState = vi.spyOn(history, 'replaceState');
    const data = { query: { embed, [name]: value }, pinned: {}, form: '' };
    await open(<BuilderPage data={data} frame={frame('Ada')} path="/builder" />);
    await pass(1000);
    expect(replaceState).not.toHaveBeenCalled();
    expect(main.querySelector('iframe')?.src).toContain(value);
  },
);
