/**
 * A browser that translates the page leaves codes, keys and the names that people gave as they are: each such element
 * says so that is made after this file was loaded.
 */
import { options } from 'preact';

const left = new Set<unknown>(['code', 'pre', 'kbd', 'samp', 'bdi']);

/** The property is a boolean, and only the attribute, which the server writes, a word. */
const translate = typeof document === 'undefined' ? 'no' : false;

const before = options.vnode;
options.vnode = (node) => {
  if (left.has(node.type)) Object.assign(node.props, { translate });
  before?.(node);
};
