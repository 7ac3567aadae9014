/** The snippets of what was built, one form for each way to put it into a site. */
import { finderHeight, type FinderShape } from './reserved-space.ts';
import { inReservedSpace, reservedStyle } from './reserved-space.ts';
import { readSettings } from '../attributes/kinds.ts';
import { type FinderSettings, finderSettings } from '../attributes/finder.ts';
import { confirmAddress, confirmLink, confirmMarkdown, elementOf, escaped, scriptTag } from './script-tag.ts';
import { type Built, chosenValues } from './built.ts';
import { frameAddress, frameTag, sizingScript } from './frame.ts';

export type Service = {
  baseUrl: string;
  slug: string;
  serviceName: string;
  /** The pinned copy of each file. */
  pinned: Record<string, { file: string; integrity: string }>;
};

type BlockLabel =
  | ('html' | 'tag' | 'inPage' | 'wordpress' | 'head' | 'place')
  | ('markdown' | 'address' | 'link' | 'pinned' | 'frame' | 'sizing');
export type Block = { label: BlockLabel; code: string };
type FormName = 'html' | 'tag-manager' | 'wordpress' | 'react' | 'vue' | 'pinned' | 'frame' | 'link';
/** Its title and the note below it are in `snippetForms` of src/ui/words. */
export type SnippetForm = { name: FormName; isFor: (built: Built) => boolean };

const isFinder = ({ embed }: Built) => embed.name === 'finder';
const isElement = ({ embed }: Built) => embed.element !== undefined;
const always = () => true;

export const forms: readonly SnippetForm[] = [
  { name: 'html', isFor: always },
  {
    name: 'tag-manager',
    isFor: always,
  },
  {
    name: 'wordpress',
    isFor: always,
  },
  {
    name: 'react',
    isFor: isElement,
  },
  {
    name: 'vue',
    isFor: isElement,
  },
  {
    name: 'pinned',
    isFor: always,
  },
  {
    name: 'frame',
    isFor: isFinder,
  },
  {
    name: 'link',
    isFor: (built) => hasConfirmation(built),
  },
];

export const formOf = (built: Built): SnippetForm =>
  forms.find(({ name, isFor }) => name === built.as && isFor(built)) ?? (forms[0] as SnippetForm);

const dataOf = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`data-${name}`, value]));

const fileAt = ({ baseUrl, slug }: Service, file: string) =>
  `${baseUrl}/static/api/${file.replace('_service_', `_${slug}_`)}`;

const finderOf = ({ values }: Built): FinderSettings =>
  readSettings(finderSettings, (name) => values[name.replace('data-', '')] ?? null).settings;

function finderShape({ projects, limit, layout, header, form, ...more }: FinderSettings): FinderShape {
  return {
    layout,
    count: Math.min(limit, projects?.length ?? limit),
    hasHeading: header === 'show',
    hasForm: !projects && form === 'show',
    hasNearMe: !projects && more['near-me'] === 'offer',
  };
}

export const finderShapeOf = (built: Built): FinderShape => finderShape(finderOf(built));

/** The style of the element that keeps room, so that nothing moves when the embed appears; undefined if it needs none. */
export function roomOf(built: Built): string | undefined {
  const { embed, values } = built;
  if (embed.name === 'finder') return `min-height: ${finderHeight(finderShapeOf(built))}px; margin: 1em 0`;
  const isMessage = embed.element !== undefined;
  return isMessage && values['placement']?.toLowerCase() !== 'corner' ? reservedStyle : undefined;
}

const confirmedBy = ({ values }: Built, { baseUrl, serviceName }: Service) => {
  const { project_id: projectId = '', participation, event_id: ref, lang } = values;
  const type = participation ?? values['type'] ?? 'collection';
  return { baseUrl, serviceName, projectId, type: type.toLowerCase(), ref, lang };
};

/** The plain link below the script, for where scripts are removed or do not run. */
function linkOf(built: Built, service: Service): string {
  const { embed } = built;
  const { baseUrl, serviceName } = service;
  if (hasConfirmation(built)) return confirmLink(confirmedBy(built, service));
  if (embed.name !== 'finder') return '';
  const { q, topic, activity } = finderOf(built);
  const query = Object.entries({ q, topic, activity }).filter(
    (entry): entry is [string, string] => !!entry[1],
  );
  const address = `${baseUrl}/finder${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
  return `<a href="${escaped(address)}">Projects on ${escaped(serviceName)}</a>`;
}

/** Whether a page of ours can confirm the contribution: not if the owner's server reports it. */
const hasConfirmation = ({ embed, values }: Built) =>
  embed.element === 'manyhands-confirmation' && values['mode'] === undefined;

const inRoom = (built: Built, code: string): string => {
  const style = roomOf(built);
  if (style === undefined || built.values['target'] !== undefined) return code;
  return style === reservedStyle
    ? inReservedSpace(code)
    : `<div style="${style}">\n${code.replace(/^/gm, '  ')}\n</div>`;
};

/** The owner's colours and fonts, as a rule for the element. */
export function styleOf({ embed, look }: Built): string {
  const rows = Object.entries(look).map(([name, value]) => `  --manyhands-${name}: ${value};\n`);
  return rows.length > 0 ? `<style>\n${embed.element} {\n${rows.join('')}}\n</style>\n` : '';
}

const inAddress = (address: string, values: Record<string, string>) => {
  const query = new URLSearchParams(values).toString();
  return query === '' ? address : `${address}?${query}`;
};

const place = 'manyhands';

/** A saved widget has its number in the snippet, and its settings here: they can change without a new snippet. */
const writtenValues = (built: Built): Record<string, string> => {
  const { target } = built.values;
  return built.saved === undefined
    ? chosenValues(built)
    : { widget: built.saved, ...(target !== undefined && { target }) };
};

/** The frame, as high as its first page of results. */
function frameOf(built: Built, service: Service): string {
  const { title, ...more } = finderOf(built);
  return frameTag({
    src: frameAddress(built, service.baseUrl),
    title: title ?? `Projects on ${service.serviceName}`,
    height: finderHeight(finderShapeOf(built)),
    mayAskWhere: more['near-me'] === 'offer',
  });
}

/** The texts to copy, for a build without faults. */
export function blocksOf(built: Built, service: Service): Block[] {
  const { embed } = built;
  const values = writtenValues(built);
  const src = fileAt(service, embed.file);
  const style = built.saved === undefined ? styleOf(built) : '';
  const link = linkOf(built, service);
  const whole = (script: string) => style + inRoom(built, script + link);
  const element = (name: string, attributes: string[]) =>
    attributes.length === 0
      ? `<${name}></${name}>`
      : [`<${name}`, ...attributes.map((each) => `  ${each}`), `></${name}>`].join('\n');
  switch (formOf(built).name) {
    case 'tag-manager': {
      if (embed.element === undefined) return [{ label: 'tag', code: scriptTag(inAddress(src, values)) }];
      const target = values['target'] ?? `#${place}`;
      const room = roomOf(built);
      const inPage = elementOf('div', { id: place, ...(room !== undefined && { style: room }) }, link);
      const ofPage = style + (values['target'] === undefined ? inPage : '');
      return [
        ...(ofPage === '' ? [] : [{ label: 'inPage' as const, code: ofPage.trimEnd() }]),
        { label: 'tag', code: scriptTag(inAddress(src, { ...values, target })) },
      ];
    }
    case 'wordpress':
      return [{ label: 'wordpress', code: whole(scriptTag(inAddress(src, values))) }];
    case 'react':
    case 'vue': {
      const attributes = Object.entries(dataOf(values)).map(([name, value]) =>
        formOf(built).name === 'react' ? `${name}={${JSON.stringify(value)}}` : `${name}="${escaped(value)}"`,
      );
      return [
        { label: 'head', code: style + scriptTag(src) },
        { label: 'place', code: element(embed.element ?? '', attributes) },
      ];
    }
    case 'link':
      return [
        { label: 'markdown', code: confirmMarkdown(confirmedBy(built, service)) },
        { label: 'address', code: confirmAddress(confirmedBy(built, service)) },
        { label: 'link', code: link },
      ];
    case 'pinned': {
      const { file = embed.file, integrity = '' } = service.pinned[embed.file] ?? {};
      const attributes = { integrity, crossorigin: 'anonymous', ...dataOf(values) };
      return [
        {
          label: 'pinned',
          code: whole(scriptTag(`${service.baseUrl}/static/api/${file}`, attributes)),
        },
      ];
    }
    case 'frame':
      return [
        { label: 'frame', code: frameOf(built, service) },
        { label: 'sizing', code: sizingScript(service.baseUrl) },
      ];
    default:
      return [{ label: 'html', code: whole(scriptTag(src, dataOf(values))) }];
  }
}

/** The line of a content security policy that lets the embed through. */
export function policyOf(built: Built, { baseUrl }: Service): string {
  if (formOf(built).name === 'frame') return `Content-Security-Policy: frame-src 'self' ${baseUrl}`;
  const hasPictures =
    built.embed.name === 'finder' &&
    finderOf(built).pictures === 'show' &&
    finderOf(built).layout !== 'compact';
  const directives = [
    `script-src 'self' ${baseUrl}`,
    `connect-src 'self' ${baseUrl}`,
    ...(hasPictures ? [`img-src 'self' ${baseUrl}`] : []),
  ];
  return `Content-Security-Policy: ${directives.join('; ')}`;
}
