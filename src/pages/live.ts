/** Which pages do something in the browser; all others are plain documents. */
import type { Frame, Page, PageData, PageName } from '../contract/pages.ts';
import type { LanguagePart, PageLanguage, PageWords } from '../ui/words/language.ts';
import { isPopupAddress } from './connect/popup-path.ts';

/** The data from which the browser draws a live page again. */
export type LivePage = {
  name: PageName;
  data: PageData[PageName];
  frame: Frame;
  path: string;
  language: LanguagePart;
};

/** The words of the live pages: the document carries them, so that the browser loads no other words. */
const liveWords: { [Name in PageName]?: (keyof PageWords)[] } = {
  connect: ['connect', 'signIn'],
  'sign-in': ['connect', 'signIn'],
  project: ['project', 'statuses'],
};

/** The part of a language that a live page is drawn with. */
export const liveLanguage = (name: PageName, { tag, words }: PageLanguage): LanguagePart => ({
  tag,
  words: Object.fromEntries((liveWords[name] ?? []).map((group) => [group, words[group]])),
});

export const isLive = (page: Page): boolean =>
  page.name === 'connect' ||
  page.name === 'builder' ||
  page.name === 'widget' ||
  page.name === 'links' ||
  (page.name === 'project' && page.data.tab === 'tools') ||
  (page.name === 'sign-in' && page.data.state === 'sent' && isPopupAddress(page.data.next));
