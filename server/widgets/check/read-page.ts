/** Reads the parts of an owner's page that decide whether an embed works there: scripts, frames, elements, policies. */
import { Parser } from 'htmlparser2';
import type { HtmlTag } from '../../../src/pages/builder/paste.ts';

export type ReadPage = {
  /** Scripts with an address, frames, and our elements, in the order of the page. */
  tags: HtmlTag[];
  /** Policies of `<meta>` elements. */
  policies: string[];
  base: string | undefined;
};

/** Open elements, and elements: the parser goes through all open ones at each tag, so a deep page would take seconds. */
const maxOpen = 256;
const maxElements = 20_000;
const maxTags = 500;

/** Parsed as a stream of tags, because a tree of a hostile page could take any amount of memory. */
export function readPage(html: string): ReadPage {
  const read: ReadPage = { tags: [], policies: [], base: undefined };
  let [open, elements] = [0, 0];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++open > maxOpen || ++elements > maxElements) parser.pause();
      if (name === 'base') read.base ??= attributes['href'];
      else if (name === 'meta') {
        const isPolicy = attributes['http-equiv']?.trim().toLowerCase() === 'content-security-policy';
        if (isPolicy && attributes['content'] && read.policies.length < 20)
          read.policies.push(attributes['content']);
      } else if (isOfInterest(name, attributes) && read.tags.length < maxTags)
        read.tags.push({ name, attributes });
    },
    onclosetag() {
      open--;
    },
  });
  parser.end(html);
  return read;
}

const isOfInterest = (name: string, { src }: Record<string, string>) =>
  name.startsWith('manyhands-') ||
  ((name === 'script' || name === 'iframe') && src !== undefined && src !== '');
