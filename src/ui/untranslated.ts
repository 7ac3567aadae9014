/**
 * A browser that translates the page leaves codes, keys and the names that people gave as they are, and a link to a page
 * that is in English says so: each such element has the attribute that is made after this file was loaded.
 */
import { options } from 'preact';

const left = new Set<unknown>(['code', 'pre', 'kbd', 'samp', 'bdi']);

/** The property is a boolean, and only the attribute, which the server writes, a word. */
const translate = typeof document === 'undefined' ? 'no' : false;

/** The documentation, and the pages of editors, of operators and of programs. */
const inEnglish =
  /^(?:\/(?:docs|review|operator|widgets)|\/project\/[^/?#]+\/(?:history|webhook))(?:[/?#]|$)/;

const before = options.vnode;
options.vnode = (node) => {
  const props = node.props as { href?: unknown };
  if (left.has(node.type)) Object.assign(props, { translate });
  if (node.type === 'a' && inEnglish.test(String(props.href))) Object.assign(props, { hreflang: 'en' });
  before?.(node);
};
