/** The props of every page component. */
import type { Frame, PageData, PageName } from '../contract/pages.ts';
import type { LanguagePart } from '../ui/words/language.ts';

export type PageProps<Name extends PageName> = {
  data: PageData[Name];
  frame: Frame;
  /** The address that was asked for, query included, without the origin. */
  path: string;
};

/** The data from which the browser draws a live page again. */
export type LivePage = {
  name: PageName;
  data: PageData[PageName];
  frame: Frame;
  path: string;
  language: LanguagePart;
};
