/** The addresses and script tags of the snippets, for this service and the reader's project. */
import { inReservedSpace } from '../../embed-code/reserved-space.ts';
import { confirmLink, scriptTag } from '../../embed-code/script-tag.ts';
import type { DocsProps } from './docs-props.ts';

export function embedding({ frame: { baseUrl, slug, serviceName }, data: { projectId, pinned } }: DocsProps) {
  const at = (file: string) => `${baseUrl}/static/api/${file}`;
  return {
    projectId,
    baseUrl,
    message: at(`recordevent_with_${slug}_inline_signup.js`),
    localStyles: at('recordevent_local_styles.js'),
    pinnedMessage: pinned['recordevent_with_service_inline_signup.js'],
    headless: at('recordevent_headless.js'),
    apihelper: at('apihelper.js'),
    finder: at('finder.js'),
    /** The plain link of the snippets; `ref` is the owner's number of the submission. */
    link: (ref?: string) => confirmLink({ baseUrl, serviceName, projectId, type: 'collection', ref }),
  };
}

/** A snippet of the message: its script and its plain link, in the space that is kept for it. */
export const messageSnippet = (src: string, attributes: Record<string, string>, link: string) =>
  inReservedSpace(scriptTag(src, attributes) + link);

export { scriptTag };
