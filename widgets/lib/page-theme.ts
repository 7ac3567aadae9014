/** Whether an element stands on something light or dark. */

type Theme = 'auto' | 'light' | 'dark';

/** The theme of a value of `color-scheme`; undefined where it names none. */
function themeOfScheme(scheme = ''): Theme | undefined {
  const [one, other] = scheme.match(/light|dark/g) ?? [];
  return other ? 'auto' : (one as Theme | undefined);
}

/** The theme of a computed background colour; undefined where that is mostly transparent, or in another notation. */
function themeOfColour(colour: string): Theme | undefined {
  const [r = 0, g = 0, b = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (!/^rgb/.test(colour) || alpha <= 0.5) return undefined;
  return 3 * r + 6 * g + b < 1275 ? 'dark' : 'light';
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
