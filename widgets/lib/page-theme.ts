/** Whether an element stands on something light or dark. */

/** Whether a computed colour is dark; undefined where it is mostly transparent, or in another notation. */
function isDark(colour: string): boolean | undefined {
  const [r = 0, g = 0, b = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return /^rgb/.test(colour) && alpha > 0.5 ? 3 * r + 6 * g + b < 1275 : undefined;
}

/**
 * `auto` where the page follows the system. Its own `color-scheme` decides; a page without one may still be dark, which
 * the nearest background behind the element tells. Without any the canvas is white, whatever the system prefers.
 */
export function themeAround(element: Element): 'auto' | 'light' | 'dark' {
  let behind = element.parentElement;
  const named = behind && getComputedStyle(behind).colorScheme.match(/light|dark/g);
  if (named) return named[1] ? 'auto' : (named[0] as 'light' | 'dark');
  for (; behind; behind = behind.parentElement) {
    const found = isDark(getComputedStyle(behind).backgroundColor);
    if (found !== undefined) return found ? 'dark' : 'light';
  }
  return 'light';
}
