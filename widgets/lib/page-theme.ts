/** Whether an element stands on something light or dark. */

type Theme = 'auto' | 'light' | 'dark';

/** The theme of a value of `color-scheme`; undefined where it names none. */
function themeOfScheme(scheme = ''): Theme | undefined {
  const [one, other] = scheme.match(/light|dark/g) ?? [];
  return other ? 'auto' : (one as Theme | undefined);
}

/**
 * The lightness of a medium grey in each notation of a computed colour, by its first letter: rgb() and rgba(), color(),
 * lab() and lch(), oklab() and oklch(). Browsers compute a colour in the notation that the page has written.
 */
const medium: Record<string, number> = { r: 127.5, c: 0.5, l: 54, o: 0.6 };

/**
 * The theme of a computed background colour; undefined where that is mostly transparent. Read as text: to draw the colour
 * and read it back from a canvas looks like fingerprinting, and browsers that forbid that return noise.
 */
function themeOfColour(colour: string): Theme | undefined {
  // A component may be `none`, and the space of color() has digits in its name.
  const values = colour.match(/[ (](-?\d|none)[^ ,)]*/g) ?? [];
  const [x = 0, y = 0, z = 0, alpha = 1] = values.map((value) => +value.slice(1) || 0);
  const grey = medium[colour.charAt(0)];
  if (!grey || alpha <= 0.5) return undefined;
  return (/^[rc]/.test(colour) ? 0.3 * x + 0.6 * y + 0.1 * z : x) < grey ? 'dark' : 'light';
}

/**
 * `auto` where the page follows the system. Its own `color-scheme` decides; a page without one may still be dark, which
 * the nearest background behind the element tells. Behind that is the canvas: white, whatever the system prefers, unless
 * a `meta` element names schemes.
 */
export function themeAround(element: Element): Theme {
  let behind = element.parentElement;
  let theme = themeOfScheme(behind ? getComputedStyle(behind).colorScheme : '');
  for (; behind && !theme; behind = behind.parentElement)
    theme = themeOfColour(getComputedStyle(behind).backgroundColor);
  return (
    theme ??
    themeOfScheme(document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content) ??
    'light'
  );
}

/** Calls `onChange` when the theme around an element may have changed, until the signal is aborted. */
export function followTheme(element: Element, onChange: () => unknown, signal: AbortSignal) {
  // Not read before the page changes: a reading in the task that draws would lengthen it.
  let theme: Theme | undefined;
  const look = () => theme !== (theme = themeAround(element)) && onChange();
  const observer = new MutationObserver(look);
  signal.addEventListener('abort', () => observer.disconnect());
  // The switch of a page sets a class or an attribute, on the root, the body, or a frame of the app.
  for (let around = element.parentElement; around; around = around.parentElement)
    observer.observe(around, { attributes: true });
  // A background that fades has its new colour only then.
  const fade = ({ target }: Event) => (target as Node).contains(element) && look();
  document.addEventListener('transitionend', fade, { signal });
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', look, { signal });
}
