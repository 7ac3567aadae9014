import { useEffect, useState } from 'preact/hooks';
import { ownEntry } from '../../contract/fields/own-entry.ts';
import activities from '../../catalogue/activities.json';
import { projectLanguages } from '../../contract/fields/project-languages.ts';
import audiences from '../../catalogue/audiences.json';
import topics from '../../catalogue/topics.json';
import { customProperties } from '../../attributes/look-names.ts';
import { Prose } from '../../ui/prose.tsx';
import { type Built, faultsIn, lookPrefix } from '../../embed-code/built.ts';
import { languageNameIn } from '../../ui/words/language-name.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { judgedContrasts } from './contrast.ts';
import type { Frame } from '../../contract/pages.ts';
import { FieldFault, faulty } from '../../ui/forms/text-field.tsx';

/** Settings that few owners need, or that a page fills in for each contribution. A new setting is among the others. */
const rare = new Set([
  ...['event_id', 'duration', 'magnitude', 'where', 'extra', 'participant', 'profile-token'],
  ...['target', 'consent', 'when-declined', 'placement', 'ask', 'organisation', 'audience', 'activity'],
  'programme',
  'language',
]);

/** The number of a saved widget stands for all other settings; `type` is the earlier name of `participation`. */
const notTyped = new Set(['widget', 'type']);

/** Whether the setting has a field in the form. */
export const isTyped = (name: string): boolean => !notTyped.has(name);

/** Lists to choose from, where the embed would take other text, too. */
function useLists(): Record<string, { value: string; title: string }[]> {
  const { nameOf, tag } = useWords();
  const named = (kind: 'topics' | 'activities' | 'audiences', names: string[]) =>
    names.map((name) => ({ value: name, title: nameOf(kind, name) }));
  return {
    topic: named(
      'topics',
      topics.map(({ name }) => name),
    ),
    activity: named(
      'activities',
      activities.map(({ name }) => name),
    ),
    audience: named('audiences', audiences),
    language: projectLanguages.map((code) => ({ value: code, title: languageNameIn(tag, code) })),
  };
}

type BuilderFieldProps = {
  name: string;
  label: string;
  value: string;
  fault: string | undefined;
  says: string;
  values?: readonly string[] | undefined;
  fallback?: unknown;
  /** Values with their titles, offered while somebody types. */
  offered?: { value: string; title: string }[];
  /** A list to choose from, where the embed would take other text, too. */
  list?: { value: string; title: string }[] | undefined;
};

function Field({
  name,
  label,
  value,
  fault,
  says,
  values,
  fallback,
  offered = [],
  ...more
}: BuilderFieldProps) {
  const { words, say } = useWords();
  const w = words.builder;
  const id = `set-${name}`;
  const common = {
    id,
    name,
    ...faulty(id, fault, `${id}-says`),
  };
  const titles: Record<string, string> = name === 'participation' ? words.eventTypes : w.values;
  const titleOf = (one: string) => ownEntry(titles, one) ?? one;
  const list = more.list ?? values?.map((one) => ({ value: one, title: titleOf(one) }));
  const chosen = list?.find((one) => one.value.toLowerCase() === value.toLowerCase())?.value;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {list ? (
        <select {...common}>
          <option value="">
            {ownEntry<string>(w.empty, name) ??
              (fallback === undefined ? w.notSet : say(w.usual, { value: titleOf(String(fallback)) }))}
          </option>
          {list
            .filter((one) => one.value !== fallback || one.value === chosen)
            .map((one) => (
              <option value={one.value} selected={one.value === chosen}>
                {one.title}
              </option>
            ))}
          {value !== '' && chosen === undefined && (
            <option value={value} selected>
              {value}
            </option>
          )}
        </select>
      ) : (
        <input
          {...common}
          defaultValue={value}
          list={offered.length > 0 ? `${id}-offered` : undefined}
          placeholder={fallback === undefined ? undefined : String(fallback)}
          // Headings and search words are in any language.
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          maxLength={2000}
        />
      )}
      {offered.length > 0 && (
        <datalist id={`${id}-offered`}>
          {offered.map((one) => (
            <option value={one.value} label={one.title} />
          ))}
        </datalist>
      )}
      <FieldFault of={id} text={fault} />
      <p class="quiet" id={`${id}-says`}>
        <Prose text={says} />
      </p>
    </div>
  );
}

type Props = {
  built: Built;
  /** The visitor's projects, offered by name. */
  managed: { id: number; title: string }[];
  languages: Frame['languages'];
};

/** One field for each setting that the embed reads. Without a script a button leads to the snippet. */
export function Fields({ built, managed, languages = [] }: Props) {
  const { words, say, translated } = useWords();
  const w = words.builder;
  const lists = useLists();
  const { embed, values, look, saved, version } = built;
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const faults = faultsIn(built);
  const fieldOf = (name: string) => {
    // Without a participation the earlier name counts, which has a usual value.
    const row = embed.rows[name === 'participation' ? 'type' : name];
    const { values: choices, fallback } = row as { values?: readonly string[]; fallback?: unknown };
    return (
      <Field
        key={name}
        name={name}
        label={ownEntry<string>(w.labels, name) ?? name}
        value={values[name] ?? ''}
        fault={faults[name] && translated(faults[name])}
        says={ownEntry<string>(w.says, name) ?? ''}
        values={choices}
        fallback={fallback}
        offered={name === 'project_id' ? own : []}
        list={name === 'lang' ? languages.map(([value, title]) => ({ value, title })) : ownEntry(lists, name)}
      />
    );
  };
  const own = managed.map(({ id, title }) => ({ value: String(id), title }));
  const names = Object.keys(embed.rows).filter(isTyped);
  const folded = names.filter((name) => rare.has(name));
  return (
    <div class="settings">
      <h2>{w.settings}</h2>
      <p class="quiet">{w.embeds[embed.name].says}</p>
      <input type="hidden" name="embed" value={embed.name} />
      {saved !== undefined && <input type="hidden" name="saved" value={saved} />}
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      {names.filter((name) => !rare.has(name)).map(fieldOf)}
      {folded.length > 0 && (
        <details open={folded.some((name) => values[name] !== undefined)}>
          <summary>{w.more}</summary>
          {folded.map(fieldOf)}
        </details>
      )}
      {embed.isStylable && (
        <details open={Object.keys(look).length > 0}>
          <summary>{w.look}</summary>
          {Object.entries(customProperties).map(([name, { light, dark }]) => {
            const { label = name, says = '' } =
              ownEntry<{ label: string; says: string }>(w.looks, name) ?? {};
            const fault = faults[lookPrefix + name];
            return (
              <Field
                key={name}
                name={lookPrefix + name}
                label={label}
                value={look[name] ?? ''}
                fault={fault && translated(fault)}
                says={say(dark ? w.lookBoth : w.lookUsual, { says, light, dark: dark ?? '' })}
              />
            );
          })}
        </details>
      )}
      <Contrasts built={built} />
      <p hidden={isAlive}>
        {/* As the first button it gets the Enter key: with the script, the key does nothing. */}
        <button class="button primary" formNoValidate disabled={isAlive}>
          {w.show}
        </button>
      </p>
    </div>
  );
}

/** Whether the chosen colours can be read, in words. */
function Contrasts({ built: { look, values } }: { built: Built }) {
  const { words, say } = useWords();
  const w = words.builder;
  const judged = judgedContrasts(look, values['theme']);
  if (judged.length === 0) return null;
  return (
    <div class="contrasts" role="group" aria-label={w.contrast}>
      <h3>{w.contrast}</h3>
      <ul>
        {judged.map(({ what, theme, ratio, isEnough }) => (
          <li class={isEnough ? undefined : 'field-fault'}>
            {say(isEnough ? w.enough : w.tooLittle, { what: w.pairs[what], theme: w.themes[theme], ratio })}
          </li>
        ))}
      </ul>
    </div>
  );
}
