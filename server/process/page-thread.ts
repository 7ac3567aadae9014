/** The worker thread for pages of other people's servers: takes the bytes, returns what a feature wants to know. */
import type { FetchedPage } from '../http/outgoing/fetch-guarded.ts';
import { type Suggested, suggestedBy } from '../projects/adding/read-page.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import { type CheckedPage, checkPage } from '../widgets/check/check.ts';

/** `checkFor`: our base URL, for a check of the page's embeds; otherwise the project that it describes is read. */
export type UnreadPage = Omit<FetchedPage, 'url' | 'bytes'> & {
  url: string;
  bytes: Uint8Array;
  checkFor?: string;
};

answerQuestions(({ url, bytes, checkFor, ...unread }: UnreadPage): CheckedPage | Suggested => {
  const page = {
    ...unread,
    url: new URL(url),
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
  return checkFor === undefined ? suggestedBy(page) : checkPage(page, checkFor);
});
