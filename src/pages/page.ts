/** The props of every page component. */
import type { Frame, PageData, PageName } from '../contract/pages.ts';

export type PageProps<Name extends PageName> = {
  data: PageData[Name];
  frame: Frame;
  /** The address that was asked for, query included, without the origin. */
  path: string;
};
