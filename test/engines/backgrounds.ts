/** A message whose page switches its background, in notations that engines compute differently. */
import { ask, until, type Tab } from './tab.ts';

const backgrounds = [
  ['dark', 'oklch(21% 0.034 264.67)'],
  ['light', 'lab(97 1 -1)'],
  ['dark', 'color(display-p3 0.06 0.09 0.12)'],
  ['light', 'color-mix(in srgb, #fff 95%, black)'],
] as const;

export async function followsBackgrounds(tab: Tab) {
  for (const [theme, colour] of backgrounds) {
    await ask(
      tab,
      (background) => {
        document.body.style.background = background;
      },
      colour,
    );
    const themeNow = () =>
      ask(tab, () => {
        const root = document.querySelector('manyhands-confirmation')?.shadowRoot;
        return root?.querySelector('[data-theme]')?.getAttribute('data-theme') ?? '';
      });
    await until(`${theme} on ${colour}`, async () => (await themeNow()) === theme, tab);
  }
}
