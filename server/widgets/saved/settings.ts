/** The settings of a saved widget: what the builder made, as the finder and the embed read them. */
import { finderSettings } from '../../../src/attributes/finder.ts';
import { readSettings } from '../../../src/attributes/kinds.ts';
import { type Built, chosenValues, faultsIn, readBuilt } from '../../../src/embed-code/built.ts';

/** As typed in the builder, by attribute without `data-`, and by custom property without `--manyhands-`. */
export type Saved = { values: Record<string, string>; look: Record<string, string> };

/** Settings that belong to a page and not to a widget. */
const ofThePage = new Set(['widget', 'target', 'consent']);

/** Reads a state of the builder; undefined if it is no finder, or has a value that cannot be read. */
export function savedFrom(built: Built): Saved | undefined {
  if (built.embed.name !== 'finder' || Object.keys(faultsIn(built)).length > 0) return undefined;
  const values = Object.entries(chosenValues(built)).filter(([name]) => !ofThePage.has(name));
  return { values: Object.fromEntries(values), look: built.look };
}

/** The state of the builder for a saved widget. */
export const builtFrom = ({ values, look }: Saved): Built => ({
  ...readBuilt({ embed: 'finder' }),
  values,
  look,
});

/** The attributes and custom properties for the embed. */
export const attributesOf = ({ values, look }: Saved): Record<string, string> => ({
  ...named('data-', values),
  ...named('--manyhands-', look),
});

const named = (prefix: string, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));

/** The fields of the widget's first search, as `GET /embed/finder` reads them. */
export function firstSearchOf({ values }: Saved): Record<string, string> {
  const { projects, limit, lang } = readSettings(
    finderSettings,
    (name) => values[name.replace('data-', '')] ?? null,
  ).settings;
  const { q, topic, activity, near, region, organisation, audience, language } = values;
  const search = { q, topic, activity, near, region, organisation, audience, language };
  const [spoken] = (lang ?? '').toLowerCase().split('-');
  return Object.fromEntries(
    Object.entries({
      ...(projects ? { projects: projects.slice(0, limit).join() } : search),
      limit: String(limit),
      lang: spoken,
    }).filter((entry): entry is [string, string] => !!entry[1]),
  );
}
