/**
 * The tests' own fonts, so that layouts are the same on every machine. Narrow and wide are about as different as common
 * fonts: between PT Sans Narrow and DejaVu Sans, which is as wide as Verdana.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { give } from './page-scripts.ts';

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

const allFaces = JSON.stringify(Object.fromEntries(fonts.map((font) => [font, faces(font)])));

type WithFonts = { testFonts: Record<string, ReturnType<typeof faces>> };

/** Runs in the page. No content security policy forbids fonts and style sheets that a script makes from bytes. */
const setFont = (font: string) => {
  const family = `Test ${font}`;
  for (const { weight, bytes } of (window as unknown as WithFonts).testFonts[font] ?? []) {
    const text = atob(bytes);
    const read = new Uint8Array(text.length);
    // `Uint8Array.from` takes ten times as long.
    for (let at = 0; at < text.length; at++) read[at] = text.charCodeAt(at);
    const face = new FontFace(family, read, { weight });
    document.fonts.add(face);
    void face.load();
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { --manyhands-font: '${family}' }
    *, ::before, ::after { font-family: '${family}' !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return document.fonts.ready.then(() => undefined);
};

/** Sets the font of the page's current content, including our message. */
export async function setIn(page: Page, font: Font): Promise<void> {
  await give(page, 'testFonts', allFaces);
  await page.evaluate(setFont, font);
}

/** Sets the font of every page that is opened from now on. */
export async function openIn(page: Page, font: Font): Promise<void> {
  await give(page, 'testFonts', allFaces);
  await page.addInitScript(setFont, font);
}
