/** Which pages do something in the browser; all others are plain documents. */
import type { Frame, Page, PageData, PageName } from '../contract/pages.ts';
import { isPopupAddress } from './connect/popup-path.ts';

/** What the browser draws a live page from again. */
export type LivePage = { name: PageName; data: PageData[PageName]; frame: Frame; path: string };

export const isLive = (page: Page): boolean =>
  page.name === 'connect' ||
  page.name === 'builder' ||
  page.name === 'widget' ||
  page.name === 'links' ||
  (page.name === 'project' && page.data.tab === 'tools') ||
  (page.name === 'sign-in' && page.data.state === 'sent' && isPopupAddress(page.data.next));
