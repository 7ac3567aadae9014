import { useEffect, useRef, useState } from 'preact/hooks';
import { ownEntry } from '../../contract/fields/own-entry.ts';
import activities from '../../catalogue/activities.json';
import { projectLanguages } from '../../contract/fields/project-languages.ts';
import { languageNameIn } from '../../ui/words/language-name.ts';
import audiences from '../../catalogue/audiences.json';
import topics from '../../catalogue/topics.json';
import { summaryOf } from '../../attributes/meanings.ts';
import { customProperties } from '../../attributes/look-names.ts';
import { Prose } from '../../ui/prose.tsx';
import { type Built, faultsIn, isColour, lookPrefix, readBuilt } from '../../embed-code/built.ts';
import { typeWords } from '../project/event-words.ts';
import { settingsForm } from './choice.tsx';
import { judgedContrasts } from './contrast.ts';
import type { Frame } from '../../contract/pages.ts';
import { FieldFault, faulty } from '../../ui/forms/text-field.tsx';

/** Settings that few owners need, or that a page fills in for each contribution. A new setting is among the others. */
const rare = new Set([
  ...['event_id', 'duration', 'magnitude', 'where', 'extra', 'participant', 'profile-token'],
  ...['target', 'consent', 'when-declined', 'placement', 'ask', 'organisation', 'audience', 'activity'],
  'language',
]);

/** The number of a saved widget stands for all other settings; `type` is the earlier name of `participation`. */
const notTyped = new Set(['widget', 'type']);

/** Whether the setting has a field in the form. */
export const isTyped = (name: string): boolean => !notTyped.has(name);

const named = (names: string[]) => names.map((name) => ({ value: name, title: name }));

const lists: Record<string, { value: string; title: string }[]> = {
  topic: named(topics.map(({ name }) => name)),
  activity: named(activities.map(({ name }) => name)),
  audience: named(audiences),
  language: projectLanguages.map((code) => ({ value: code, title: languageNameIn('en', code) })),
};

/** What nothing chosen means, where it has no usual value. */
const empty: Record<string, string> = {
  mode: 'The participant’s browser',
  topic: 'All topics',
  activity: 'All activities',
  audience: 'Everyone',
  language: 'Any language',
  lang: 'That of each visitor',
};

/** Values in words. */
const titles: Record<string, Record<string, string>> = {
  mode: { passive: 'Our server', gold: 'Our server, with OAuth' },
  participation: typeWords,
};

/** Where the name of the attribute would not do as a label. */
const labels: Record<string, string> = {
  mode: 'Who records?',
  participation: 'What do participants do?',
  q: 'Search words',
  language: 'Language of the projects',
  lang: 'Language',
  projects: 'Chosen projects',
  near: 'Around a place',
  form: 'Search form',
  limit: 'Projects at once',
  header: 'Heading',
  title: 'Words of the heading',
};

/** Without another one, `near-me` is "Near me", and `project_id` is "Project ID". */
const labelOf = (name: string): string => {
  const words = name.replace(/[-_]/g, ' ').replace(/\bid\b/, 'ID');
  return ownEntry(labels, name) ?? words.charAt(0).toUpperCase() + words.slice(1);
};

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
  const id = `set-${name}`;
  const common = {
    id,
    name,
    ...faulty(id, fault, `${id}-says`),
  };
  const titleOf = (one: string) => ownEntry(ownEntry(titles, name) ?? {}, one) ?? one;
  const list = more.list ?? values?.map((one) => ({ value: one, title: titleOf(one) }));
  const chosen = list?.find((one) => one.value.toLowerCase() === value.toLowerCase())?.value;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {list ? (
        <select {...common}>
          <option value="">
            {ownEntry(empty, name) ??
              (fallback === undefined ? 'Not set' : `${titleOf(String(fallback))} (usual)`)}
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

/** Has the form read once if anything in it was typed or chosen before this script was there; returns the form's ref. */
function useEarlyInput({ embed, values, look, ...choices }: Built, read: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!form.current) return;
    const shown = (name: string) =>
      name.startsWith(lookPrefix) ? look[name.slice(lookPrefix.length)] : values[name];
    const isField = (name: string) => name in embed.rows || name.startsWith(lookPrefix);
    const isChanged = ([name, value]: [string, FormDataEntryValue]) =>
      name === 'as' || name === 'preset' || name === 'shows'
        ? value !== choices[name]
        : isField(name) && value !== (shown(name) ?? '');
    if ([...new FormData(form.current)].some(isChanged)) read(form.current);
  }, []);
  return form;
}

type Props = {
  built: Built;
  /** The visitor's projects, offered by name. */
  managed: { id: number; title: string }[];
  languages: Frame['languages'];
  onChange: (built: Built) => void;
};

/** One field for each setting that the embed reads. Without a script it is a form that leads to the snippet. */
export function Fields({ built, managed, languages = [], onChange }: Props) {
  const { embed, values, look, as, preset, shows, saved, version } = built;
  const [isAlive, setAlive] = useState(false);
  const read = (typed: HTMLFormElement) =>
    onChange(readBuilt({ as, preset, shows, ...Object.fromEntries(new FormData(typed)), saved, version }));
  const form = useEarlyInput(built, read);
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
        label={labelOf(name)}
        value={values[name] ?? ''}
        fault={faults[name]}
        says={summaryOf(name)}
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
    <form
      action="/builder"
      id={settingsForm}
      class="settings"
      aria-label="Settings"
      ref={form}
      onInput={({ currentTarget }) => read(currentTarget)}
      onSubmit={(event) => event.preventDefault()}
    >
      <h2>Settings</h2>
      <p class="quiet">{embed.says}</p>
      <input type="hidden" name="embed" value={embed.name} />
      {saved !== undefined && <input type="hidden" name="saved" value={saved} disabled={isAlive} />}
      {version !== undefined && <input type="hidden" name="version" value={version} disabled={isAlive} />}
      {names.filter((name) => !rare.has(name)).map(fieldOf)}
      {folded.length > 0 && (
        <details open={folded.some((name) => values[name] !== undefined)}>
          <summary>More settings</summary>
          {folded.map(fieldOf)}
        </details>
      )}
      {embed.isStylable && (
        <details open={Object.keys(look).length > 0}>
          <summary>Colours and fonts</summary>
          {Object.entries(customProperties).map(([name, { says, light, dark }]) => (
            <Field
              key={name}
              name={lookPrefix + name}
              label={labelOf(name)}
              value={look[name] ?? ''}
              fault={faults[lookPrefix + name]}
              says={`${says}. Usual: \`${light}\`${dark ? `, on dark pages \`${dark}\`` : ''}${isColour(name) ? '.' : ''}`}
            />
          ))}
        </details>
      )}
      <Contrasts built={built} />
      {!isAlive && (
        <p>
          <button class="button primary">Show the snippet</button>
        </p>
      )}
    </form>
  );
}

/** Whether the chosen colours can be read, in words. */
function Contrasts({ built: { look, values } }: { built: Built }) {
  const judged = judgedContrasts(look, values['theme']);
  if (judged.length === 0) return null;
  return (
    <div class="contrasts" role="group" aria-label="Contrast">
      <h3>Contrast</h3>
      <ul>
        {judged.map(({ what, theme, ratio, isEnough }) => (
          <li class={isEnough ? undefined : 'field-fault'}>
            {what}, {theme}: {ratio} to 1, {isEnough ? 'enough' : 'too little; 4.5 to 1 is needed'}
          </li>
        ))}
      </ul>
    </div>
  );
}
