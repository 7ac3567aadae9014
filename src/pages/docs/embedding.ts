/** The addresses and script tags of the snippets, for this service and the reader's project. */
import type { DocsProps } from './docs.tsx';

export function embedding({ frame: { baseUrl, slug }, data: { projectId } }: DocsProps) {
  const at = (file: string) => `${baseUrl}/static/api/${file}`;
  return {
    projectId,
    baseUrl,
    message: at(`recordevent_with_${slug}_inline_signup.js`),
    localStyles: at('recordevent_local_styles.js'),
    headless: at('recordevent_headless.js'),
    apihelper: at('apihelper.js'),
    finder: at('finder.js'),
  };
}

export { scriptTag } from '../script-tag.ts';
