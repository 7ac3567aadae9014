/**
 * The tests' own fonts, so that layouts are the same on every machine. Narrow and wide are about as different as common
 * fonts: between PT Sans Narrow and DejaVu Sans, which is as wide as Verdana.
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

/** Runs in the page. No content security policy forbids fonts and style sheets that a script makes from bytes. */
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

/** Sets the font of the page's current content, including our message. */
export const setIn = (page: Page, font: Font): Promise<void> => page.evaluate(setFont, argumentOf(font));

/** Sets the font of every page that is opened from now on. */
export const openIn = (page: Page, font: Font): Promise<unknown> =>
  page.addInitScript(setFont, argumentOf(font));
