/** Reads a snippet that is already on somebody's site: any form of it, edited by hand, from a file under any of its names. */
import { ownEntry } from '../contract/fields/own-entry.ts';
import { customProperties } from '../attributes/look-names.ts';
import { addressOf } from './consent-managers.ts';
import { embeds, type Embed, type AttributeValues } from './embeds.ts';
import { type Built, lookPrefix, readBuilt } from './built.ts';

/** Characters; a page's whole source may be pasted. */
const longest = 200_000;

const named: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'", nbsp: '\u00a0' };

/** The characters that HTML writes in another way. */
export const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,5}));/g, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? parseInt(hex as string, 16) : undefined;
    if (code === undefined) return ownEntry(named, name as string) ?? whole;
    return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });

/** Sticky: each is matched where the one before ended. */
const attribute =
  /\s*([^\s=>/"'{]+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|\{\s*"((?:[^"\\]|\\.)*)"\s*\}|([^\s>"'{][^\s>]*))?)?/y;

/** The attributes of a tag, from behind its name; if two have one name, the first counts, as in HTML. */
function attributesAt(html: string, start: number): { attributes: AttributeValues; end: number } {
  const values = new Map<string, string>();
  let at = start;
  while (at < html.length) {
    attribute.lastIndex = at;
    const match = attribute.exec(html);
    if (!match) {
      // A slash, a quote that closes nothing: HTML goes on behind it.
      const rest = html.slice(at).trimStart();
      if (rest === '' || rest.startsWith('>')) break;
      at = html.length - rest.length + 1;
      continue;
    }
    const [whole, name = '', double, single, json, bare] = match;
    const value = json === undefined ? unescaped(double ?? single ?? bare ?? '') : fromJson(json);
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value);
    at += whole.length;
  }
  return { attributes: Object.fromEntries(values), end: at };
}

function fromJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

export type HtmlTag = { name: string; attributes: AttributeValues };

/** The tags that may be our embeds, in the order of the text: each is looked for behind the one before. */
function tagsIn(html: string): HtmlTag[] {
  const tags: HtmlTag[] = [];
  const start = /<(script|iframe|manyhands-\w+)(?=[\s/>])/gi;
  for (let match = start.exec(html); match; match = start.exec(html)) {
    const { attributes, end } = attributesAt(html, start.lastIndex);
    tags.push({ name: (match[1] ?? '').toLowerCase(), attributes });
    start.lastIndex = end;
  }
  return tags;
}

/** The embed of an address: without its folder, the hash of a pinned copy, and the extension. */
export function embedAt(src: string): Embed | undefined {
  const [path = ''] = src.split(/[?#]/);
  const [, file = ''] = /^([\w-]{1,100})(?:\.[\w-]{12})?\.js$/.exec(path.split('/').at(-1) ?? '') ?? [];
  return embeds.find(({ files }) => files.test(file));
}

const settingsIn = (embed: Embed, { attributes }: HtmlTag): AttributeValues => {
  const query = new URLSearchParams(addressOf(attributes)?.split('?')[1]);
  const of = (name: string) => attributes[`data-${name}`] ?? query.get(`data-${name}`) ?? query.get(name);
  return Object.fromEntries(
    Object.keys(embed.rows).flatMap((name) => {
      const value = of(name.toLowerCase()) ?? of(name);
      return value ? [[name, value]] : [];
    }),
  );
};

const lookIn = (html: string): AttributeValues =>
  Object.fromEntries(
    [...html.matchAll(/--manyhands-([a-z-]{1,20})\s*:\s*([^;{}<]{1,200})/g)]
      .filter(([, name = '']) => Object.hasOwn(customProperties, name))
      .map(([, name, value = '']) => [`${lookPrefix}${name}`, value.trim()]),
  ) as AttributeValues;

/** The address of our frame has the settings in its query, or the number of a saved widget in its path. */
function readFrame(tags: HtmlTag[]): Built | undefined {
  for (const { name, attributes } of tags) {
    const [, number, query] =
      /\/widget(?:\/(\d{1,15}))?(?:\?([^#]*))?(?:#.*)?$/s.exec(addressOf(attributes) ?? '') ?? [];
    if (name === 'iframe' && (number !== undefined || query !== undefined))
      return readBuilt({
        ...Object.fromEntries(new URLSearchParams(query)),
        embed: 'finder',
        ...(number !== undefined && { widget: number }),
      });
  }
  return undefined;
}

/** Returns the state of the builder for a snippet; undefined if no embed of ours is in it. */
export function readSnippet(pasted: string): Built | undefined {
  const html = pasted.slice(0, longest);
  return readTags(tagsIn(html), lookIn(html));
}

/** Returns the state of the builder for the tags of a page, and for the custom properties in it. */
export function readTags(tags: HtmlTag[], look: AttributeValues = {}): Built | undefined {
  const script = tags.find(({ attributes }) => embedAt(addressOf(attributes) ?? ''));
  const element = tags.find(({ name }) => embeds.some((each) => each.element === name));
  const embed = script
    ? embedAt(addressOf(script.attributes) ?? '')
    : element && embeds.find((each) => each.element === element.name);
  if (!embed) return readFrame(tags);
  const settings = [script, element].flatMap((tag) => (tag ? [settingsIn(embed, tag)] : []));
  return readBuilt({ embed: embed.name, ...look, ...settings[0], ...settings[1] });
}
