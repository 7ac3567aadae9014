// First: some views are made while their files are loaded.
import '../ui/untranslated.ts';
import { renderToString } from 'preact-render-to-string';
import type { Frame, Page } from '../contract/pages.ts';
import { PopupFrame, SiteFrame } from '../ui/site-frame.tsx';
import { pageLanguage } from '../ui/words/all.ts';
import {
  createLanguage,
  documentLang,
  fillIn,
  inZone,
  type PageWords,
  partOf,
} from '../ui/words/language.ts';
import { SpokenLanguage } from '../ui/words/use-words.tsx';
import { Head } from './head.tsx';
import type { LivePage } from './page.ts';
import { plotsOn } from './project/figures/plots.ts';
import { plotWords } from './project/figures/words.ts';
import { scriptJson } from './script-json.ts';
import { isInPopup, isTranslated, liveLanguage, titleOf, viewOf } from './table.ts';

/**
 * The address for links that show the page again, such as those to other languages. The sign-in form may have been
 * posted, and its `next` was checked.
 */
const addressOf = (page: Page, path: string) =>
  page.name === 'sign-in' ? `/sign-in?next=${encodeURIComponent(page.data.next)}` : path;

/** The operator's words of a language are added before the first page is drawn. */
export { addLanguage, languageNames, pageLanguage } from '../ui/words/all.ts';

/** "3 contributions here so far · 42 min · Counts for Two Hedges"; `duration` in seconds. */
export function soFarIn(
  tag: string | undefined,
  { events, duration }: { events: number; duration: number },
  programmes: string[],
) {
  const { count, duration: inWords, list, words } = pageLanguage(tag);
  const countsFor =
    programmes.length > 0 && fillIn(words.project.countsFor, { programmes: list(programmes) });
  return [count('soFar', events), inWords(duration / 3600), countsFor].filter(Boolean).join(' · ');
}

/**
 * The whole document of a page. `shell` is the built index.html, `path` the address that was asked for, query included.
 * Pages that are hydrated in the browser contain their data as JSON, too, and Stats that of its plots; the others do not.
 */
export function renderPage(shell: string, page: Page, frame: Frame, path: string): string {
  const View = viewOf(page);
  const Around = isInPopup(page) ? PopupFrame : SiteFrame;
  const isSpoken = isTranslated(page);
  const ofPage = pageLanguage(isSpoken ? (page.lang ?? frame.lang) : undefined);
  const zone = frame.visitor?.zone;
  const language = zone === undefined ? ofPage : inZone(ofPage, zone);
  const part = liveLanguage(page, language);
  // Drawn with the words that the browser gets, so that a word which is missing there fails here, too.
  const ofView = part ? createLanguage(part.tag, part.words as PageWords) : language;
  const body = renderToString(
    <SpokenLanguage.Provider value={language}>
      <Around frame={{ ...frame, ...(isSpoken && { isTranslated: true }) }} path={addressOf(page, path)}>
        <SpokenLanguage.Provider value={ofView}>
          <View data={page.data} frame={frame} path={path} />
        </SpokenLanguage.Provider>
      </Around>
    </SpokenLanguage.Provider>,
  );
  const live: LivePage | undefined = part && {
    name: page.name,
    data: page.data,
    frame,
    path,
    language: part,
  };
  const plots = plotsOn(page);
  const data =
    (live ? `<script type="application/json" id="page">${scriptJson(live)}</script>` : '') +
    (plots.length > 0
      ? `<script type="application/json" id="plots">${scriptJson({ language: partOf(language, plotWords), plots })}</script>`
      : '');
  const jsonLd = page.jsonLd ? `<script type="application/ld+json">${scriptJson(page.jsonLd)}</script>` : '';
  const title = language.tag === 'en' ? page.title : titleOf(page, language);
  const head = renderToString(<Head page={{ ...page, title }} frame={frame} path={path} />);
  const filled = fill(fill(shell, '<!--head-->', head + jsonLd), '<!--body-->', body + data);
  const direction = language.isRightToLeft ? 'rtl' : 'ltr';
  return isSpoken
    ? fill(filled, '<html lang="en">', `<html lang="${documentLang(language.tag)}" dir="${direction}">`)
    : filled;
}

/** Replaces a place by a text exactly: `String.replace` would expand `$'` in a project's title as a pattern. */
function fill(shell: string, place: string, text: string): string {
  const [before, after, ...more] = shell.split(place);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`index.html must have ${place} exactly once`);
  return before + text + after;
}
