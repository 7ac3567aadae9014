/** Whether an element stands on something light or dark. */

/** Perceived lightness, 0 to 1, of a computed colour; undefined where it is mostly transparent, or in another notation. */
function lightness(colour: string): number | undefined {
  const [r = 0, g = 0, b = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return /^rgb/.test(colour) && alpha > 0.5 ? (0.3 * r + 0.59 * g + 0.11 * b) / 255 : undefined;
}

/**
 * `auto` where the page follows the system. Its own `color-scheme` decides; a page without one may still be dark, which
 * the nearest background behind the element tells. Without any the canvas is white, whatever the system prefers.
 */
export function themeAround(element: Element): 'auto' | 'light' | 'dark' {
  const { parentElement } = element;
  const scheme = parentElement ? getComputedStyle(parentElement).colorScheme : '';
  const [isLight, isDark] = [/light/.test(scheme), /dark/.test(scheme)];
  if (isLight || isDark) return isLight === isDark ? 'auto' : isDark ? 'dark' : 'light';
  for (let behind = parentElement; behind; behind = behind.parentElement) {
    const found = lightness(getComputedStyle(behind).backgroundColor);
    if (found !== undefined) return found < 0.5 ? 'dark' : 'light';
  }
  return 'light';
}
