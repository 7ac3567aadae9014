/** The addresses and snippets of a page, for this service and the reader's project. */
import { readBuilt } from '../../embed-code/built.ts';
import { blocksOf } from '../../embed-code/snippets.ts';
import type { DocsProps } from './docs-props.ts';

export function embedding({ frame, data: { projectId, pinned } }: DocsProps) {
  const { baseUrl, slug } = frame;
  const at = (file: string) => `${baseUrl}/static/api/${file}`;
  return {
    projectId,
    baseUrl,
    message: at(`recordevent_with_${slug}_inline_signup.js`),
    headless: at('recordevent_headless.js'),
    apihelper: at('apihelper.js'),
    finder: at('finder.js'),
    /** The texts to copy that the builder writes for these settings. */
    built: (settings: Record<string, string>): string[] =>
      blocksOf(readBuilt(settings), { ...frame, pinned }).map(({ code }) => code),
  };
}
