/**
 * Fonts that the tests bring along, so that what fits and what moves is the same on every machine. Narrow and wide are
 * about as far apart as the fonts that people have: between PT Sans Narrow and DejaVu Sans, which is as wide as Verdana.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const packages = { narrow: 'pt-sans-narrow', usual: 'arimo', wide: 'dejavu-sans' } as const;
export type Font = keyof typeof packages;
export const fonts = Object.keys(packages) as Font[];

const { resolve } = createRequire(import.meta.url);

const faces = (font: Font) =>
  [400, 700].map((weight) => {
    const name = packages[font];
    const file = resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`);
    return { weight: String(weight), bytes: readFileSync(file).toString('base64') };
  });

/** In the page. No policy of a page forbids fonts from bytes and sheets that a script adopts. */
const setFont = ({ family, given }: { family: string; given: ReturnType<typeof faces> }) => {
  for (const { weight, bytes } of given) {
    const face = new FontFace(
      family,
      Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0)),
      { weight },
    );
    document.fonts.add(face);
    void face.load();
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { --manyhands-font: '${family}' }
    *, ::before, ::after { font-family: '${family}' !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return document.fonts.ready.then(() => undefined);
};

const argumentOf = (font: Font) => ({ family: `Test ${font}`, given: faces(font) });

/** Sets what a page shows now in a font, our message included. */
export const setIn = (page: Page, font: Font): Promise<void> => page.evaluate(setFont, argumentOf(font));

/** Sets every page that is opened from here on in a font. */
export const openIn = (page: Page, font: Font): Promise<unknown> =>
  page.addInitScript(setFont, argumentOf(font));
