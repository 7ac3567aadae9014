/** Reads the parts of an owner's page that decide whether an embed works there: scripts, frames, elements, policies. */
import { Parser } from 'htmlparser2';
import { addressOf } from '../../../src/embed-code/consent-managers.ts';
import type { HtmlTag } from '../../../src/embed-code/paste.ts';
import { maxPolicies } from './policy.ts';

export type ReadPage = {
  /** Distinct scripts with an address, frames, and our elements, in the order of the page. */
  tags: HtmlTag[];
  /** Policies of `<meta>` elements. */
  policies: string[];
  base: string | undefined;
  /** Sentences about what was not looked at. */
  left: Set<string>;
};

/** Open elements, and elements: the parser goes through all open ones at each tag, so a deep page would take seconds. */
const maxOpen = 256;
const maxElements = 20_000;
const maxTags = 500;

/** Parsed as a stream of tags, because a tree of a hostile page could take any amount of memory. */
export function readPage(html: string): ReadPage {
  const tags = new Map<string, HtmlTag>();
  const read: Omit<ReadPage, 'tags'> = { policies: [], base: undefined, left: new Set() };
  let [open, elements] = [0, 0];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++open > maxOpen || ++elements > maxElements) {
        read.left.add(
          `We read the page as far as ${maxElements} elements, or ${maxOpen} inside of each other.`,
        );
        parser.pause();
      }
      if (name === 'base') read.base ??= attributes['href'];
      else if (name === 'meta') {
        const isPolicy = attributes['http-equiv']?.trim().toLowerCase() === 'content-security-policy';
        // One more than are compared, so that the check sees that there are more.
        if (isPolicy && attributes['content'] && read.policies.length <= maxPolicies)
          read.policies.push(attributes['content']);
      } else if (isOfInterest(name, attributes)) {
        const key = JSON.stringify([name, attributes]);
        if (tags.size < maxTags || tags.has(key)) tags.set(key, { name, attributes });
        else read.left.add(`We looked at the first ${maxTags} scripts and frames of the page.`);
      }
    },
    onclosetag() {
      open--;
    },
  });
  parser.end(html);
  return { ...read, tags: [...tags.values()] };
}

const isOfInterest = (name: string, attributes: Record<string, string>) =>
  name.startsWith('manyhands-') || ((name === 'script' || name === 'iframe') && !!addressOf(attributes));
