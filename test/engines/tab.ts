/**
 * A browser tab of any engine, with the few actions that a journey needs. Everything more is written once, on top of
 * them: a function of the page finds a control by its name, and a real pointer presses there.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Tab {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the text of a function in the page, without arguments, and returns its text. */
  evaluate(source: string): Promise<string>;
  /** Presses at a place of the view, in CSS pixels. */
  pressAt(x: number, y: number): Promise<void>;
  keys(text: string): Promise<void>;
  /** The windows that this tab opened and that are still open. */
  opened(): Promise<Tab[]>;
}

/** A new browser, and the problems in its console if the engine reports them. */
export type Browser = { tab: Tab; problems: string[]; close(): Promise<void> };

export type Engine = { newBrowser(): Promise<Browser>; stop(): Promise<void> };

/** Milliseconds: shorter than the test's own limit, so that a failed wait reports its target. */
const patience = 20_000;

/** The result of a function of the page; arguments and result are transferred as JSON. */
export async function ask<Args extends unknown[], Answer>(
  tab: Tab,
  look: (...args: Args) => Answer,
  ...args: Args
): Promise<Awaited<Answer>> {
  const source = `async () => JSON.stringify({ answer: await (${String(look)})(...${JSON.stringify(args)}) })`;
  return (JSON.parse(await tab.evaluate(source)) as { answer: Awaited<Answer> }).answer;
}

/** Polls until there is a result; on a time-out, the error names the target. */
export async function until<Answer>(
  what: string,
  look: () => Promise<Answer>,
  tab?: Tab,
): Promise<NonNullable<Answer>> {
  let failure: unknown;
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(40)) {
    try {
      const answer = await look();
      if (answer) return answer as NonNullable<Answer>;
    } catch (error) {
      // The page may be navigating.
      failure = error;
    }
  }
  const shown = tab && (await ask(tab, said).catch(String));
  throw new Error(`There was no ${what}${shown === undefined ? '' : `; the page said: ${shown}`}`, {
    cause: failure,
  });
}

/** In the page: all readable text, including our messages. */
const said = () => {
  // The element of the message has no box of its own.
  const isSeen = (one: Element) =>
    !!one.shadowRoot || one.checkVisibility({ visibilityProperty: true } as CheckVisibilityOptions);
  const read = (root: Node): string =>
    [...root.childNodes]
      .map((node) =>
        node instanceof Element
          ? isSeen(node)
            ? read(node.shadowRoot ?? node)
            : ''
          : (node.textContent ?? ''),
      )
      .join(' ');
  return read(document.body).replace(/\s+/g, ' ').trim();
};

/** All text of the page. */
export const textOf = (tab: Tab) => ask(tab, said);

export const says = (tab: Tab, text: string) =>
  until(`“${text}”`, async () => (await textOf(tab)).includes(text), tab);

/**
 * In the page: the centre of a control, if a press there would reach it. It must be in the same place two frames later:
 * before a page is painted, browsers drop a press, and what is still drawn may move the control away from it.
 */
const placeOf = async (name: string) => {
  const inside = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [
      one,
      ...(one.shadowRoot ? inside(one.shadowRoot) : []),
    ]);
  const nameOf = (one: Element) => {
    const label = (one as HTMLInputElement).labels?.[0] ?? one;
    return label.textContent?.replace(/\s+/g, ' ').trim();
  };
  const isUsable = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true } as CheckVisibilityOptions) &&
    !(one as HTMLButtonElement).disabled &&
    one.ariaDisabled !== 'true';
  const look = () => {
    const control = inside(document).find(
      (one) => one.matches('button,a,input,textarea') && nameOf(one) === name && isUsable(one),
    );
    if (!control) return undefined;
    control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    const hit = (control.getRootNode() as Document | ShadowRoot).elementFromPoint(place.x, place.y);
    return control.contains(hit) ? place : undefined;
  };
  const before = look();
  if (!before) return undefined;
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    // A hidden page has no frames; on a busy machine the first one of a page takes longer than half a second.
    setTimeout(resolve, document.hidden ? 500 : 5_000);
  });
  const now = look();
  return now?.x === before.x && now.y === before.y ? now : undefined;
};

export const isThere = async (tab: Tab, name: string) => (await ask(tab, placeOf, name)) !== undefined;
export const appears = (tab: Tab, name: string) => until(`“${name}”`, () => ask(tab, placeOf, name), tab);

/** Presses the button, link or field of that name, as soon as it can be pressed. */
export async function press(tab: Tab, name: string) {
  const { x, y } = await appears(tab, name);
  await tab.pressAt(x, y);
}

export async function fill(tab: Tab, name: string, text: string) {
  await press(tab, name);
  await tab.keys(text);
}

/** The window that opens through an action. */
export async function windowFrom(tab: Tab, act: () => Promise<void>): Promise<Tab> {
  await act();
  return until('window', async () => (await tab.opened())[0], tab);
}
