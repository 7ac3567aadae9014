/** The state of the builder, which its address contains completely. */
import { ownEntry } from '../contract/fields/own-entry.ts';
import { readSettings } from '../attributes/kinds.ts';
import { customProperties } from '../attributes/look-names.ts';
import { type Embed, embedNamed, type AttributeValues } from './embeds.ts';

/** Settings of the builder itself, besides those of the embed in the same address. */
export const ownNames = ['embed', 'as', 'preset', 'shows', 'snippet', 'saved', 'version', 'unsaved'] as const;

export const presets = ['desktop', 'phone', 'narrow', 'dark', 'rtl', 'hostile', 'still'] as const;
type Preset = (typeof presets)[number];

/** The states of the message to look at. */
export const messageStates = [
  ...(['ask', 'email', 'code', 'blocked', 'credited', 'undone'] as const),
  ...(['declined', 'elsewhere', 'offline', 'failed'] as const),
] as const;
type MessageState = (typeof messageStates)[number];

export type Built = {
  embed: Embed;
  /** As typed, by attribute without `data-`; none is empty. */
  values: AttributeValues;
  /** Custom properties as typed, without `--manyhands-`. */
  look: AttributeValues;
  as: string;
  preset: Preset;
  shows: MessageState;
  /** The number of the saved widget that is edited. */
  saved?: string;
  /** The version of it that was changed here. */
  version?: string;
};

/** Characters; more fits no address. */
const longest = 2000;
export const lookPrefix = 'look-';

/** Reads an address; names that mean nothing are left out. */
export function readBuilt(query: Record<string, unknown>): Built {
  const text = (name: string): string => {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    return typeof value === 'string'
      ? value
          .slice(0, longest)
          .replace(/\p{Cs}|\0/gu, '')
          .trim()
      : '';
  };
  const chosen = (names: string[], prefix = '') =>
    Object.fromEntries(
      names.map((name) => [name, text(prefix + name)]).filter(([, value]) => value !== ''),
    ) as AttributeValues;
  const embed = embedNamed(text('embed'));
  return {
    embed,
    values: byNewNames(embed, chosen(Object.keys(embed.rows))),
    look: embed.isStylable ? chosen(Object.keys(customProperties), lookPrefix) : {},
    as: text('as') || 'html',
    preset: presets.find((name) => name === text('preset')) ?? 'desktop',
    shows: messageStates.find((name) => name === text('shows')) ?? 'ask',
    ...(embed.name === 'finder' && isNumber.test(text('saved')) && savedIn(text('saved'), text('version'))),
  };
}

/** The participation type under its name of today, if it was given under the earlier one. */
function byNewNames({ rows }: Embed, values: AttributeValues): AttributeValues {
  const { type, ...others } = values;
  if (type === undefined || rows['participation']?.read(type) === undefined) return values;
  if (others['participation'] !== undefined) return others;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name === 'type' ? 'participation' : name, value]),
  );
}

const isNumber = /^[1-9]\d{0,14}$/;
const savedIn = (saved: string, version: string) => ({ saved, ...(isNumber.test(version) && { version }) });

/** The query of an address that leads back to the same state; defaults are left out. */
export function queryOf({
  embed,
  values,
  look,
  as,
  preset,
  shows,
  saved,
  version,
}: Built): Record<string, string> {
  const ofLook = Object.entries(look).map(([name, value]) => [lookPrefix + name, value]);
  return {
    embed: embed.name,
    ...values,
    ...(Object.fromEntries(ofLook) as AttributeValues),
    ...(as !== 'html' && { as }),
    ...(preset !== 'desktop' && { preset }),
    ...(shows !== 'ask' && { shows }),
    ...(saved !== undefined && { saved }),
    ...(version !== undefined && { version }),
  };
}

export const addressOf = (built: Built, path = '/builder'): string =>
  `${path}?${new URLSearchParams(queryOf(built))}`;

/** One sentence for each value that cannot be read, by the name of its field. */
export function faultsIn({ embed, values, look }: Built): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const { wrong } = readSettings({ [name]: embed.rows[name] as Embed['rows'][string] }, () => value);
    if (wrong.length > 0) faults[name] = `Must be ${embed.rows[name]?.wants}.`;
  }
  for (const [name, value] of Object.entries(look))
    if (!ownEntry(lookKinds, name)?.test(value)) faults[lookPrefix + name] = `Must be ${lookWants(name)}.`;
  return faults;
}

const colour = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;
const length = /^(?:0|\d{1,4}(?:\.\d{1,3})?(?:px|em|rem|%))$/;

/** The values that each custom property takes: nothing that could end a rule, or the style element. */
const lookKinds: Record<string, RegExp> = {
  ...Object.fromEntries(
    ['accent', 'accent-text', 'background', 'text', 'muted', 'border'].map((name) => [name, colour]),
  ),
  ...Object.fromEntries(['radius', 'size', 'width'].map((name) => [name, length])),
  font: /^[\p{L}\p{N} ,'-]{1,200}$/u,
};

const isColour = (name: string) => ownEntry(lookKinds, name) === colour;

const lookWants = (name: string) =>
  isColour(name)
    ? 'a colour such as #0b5d4b'
    : name === 'font'
      ? 'names of fonts, separated by commas'
      : 'a length such as 14px or 1em';

/** The settings that differ from what the embed does anyway. */
export const chosenValues = ({ embed, values }: Built): AttributeValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const { read, fallback } = embed.rows[name] as Embed['rows'][string];
      return fallback === undefined || read(value) !== fallback;
    }),
  );
