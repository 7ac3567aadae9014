/** The elements of a page as every browser parses them: parse5 follows the HTML standard. */
import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes } from 'parse5';

export type Parsed = DefaultTreeAdapterTypes.Element;

export const elementsIn = (node: DefaultTreeAdapterTypes.Node): Parsed[] =>
  'childNodes' in node
    ? node.childNodes.flatMap((child) => [
        ...(tree.isElementNode(child) ? [child] : []),
        ...elementsIn(child),
      ])
    : [];
