/** The pages' renderer as the server sees it: its implementation needs DOM types, which the server must not have. */
declare module '#pages' {
  import type { Frame, Page } from '../src/contract/pages.ts';
  import type { PageLanguage, PageWords } from '../src/ui/words/language.ts';
  export function addLanguage(tag: string, words: PageWords): void;
  export function pageLanguage(tag?: string): PageLanguage;
  export function languageNames(): [tag: string, name: string][];
  export function soFarIn(
    tag: string | undefined,
    soFar: { events: number; duration: number },
    programmes: string[],
  ): string;
  export function renderPage(shell: string, page: Page, frame: Frame, path: string): string;
}
