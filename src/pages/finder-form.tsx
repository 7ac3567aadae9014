import type { Choice, FinderField, FinderPage } from '../contract/finder-page.ts';
import { formatNumber } from '../ui/format.ts';

/** What each field of the form is called. */
export const namesOfFields: Partial<Record<FinderField, string>> = {
  q: 'Search projects',
  near: 'Place',
  topic: 'Topic',
  activity: 'Activity',
  in: 'Country or state',
  UN: 'Region',
  age: 'For whom',
  setting: 'Indoors or outdoors',
  lat: 'Latitude',
  lng: 'Longitude',
  phrase: 'Exact words',
  url: 'Address of a project',
};

type Fault = string | undefined;

/** What was wrong with a field, under it; the field names it. */
const FieldFault = ({ name, fault }: { name: FinderField; fault: Fault }) =>
  fault === undefined ? null : (
    <p id={`${name}-fault`} class="field-fault">
      {name === 'q' ? 'The search' : namesOfFields[name]} {fault}.
    </p>
  );

const faulty = (name: FinderField, fault: Fault) =>
  fault === undefined ? {} : { 'aria-invalid': 'true' as const, 'aria-describedby': `${name}-fault` };

type ChoiceProps = {
  name: keyof FinderPage['choices'];
  any: string;
  chosen: string;
  options: Choice[];
  fault: Fault;
};

const optionText = ({ text, count }: Choice) =>
  count === undefined ? text : `${text} (${formatNumber(count)})`;

function Select({ name, any, chosen, options, fault }: ChoiceProps) {
  if (options.length === 0 && chosen === '') return null;
  // What is not on the list stays chosen, so that the form shows what was asked for.
  const known = options.find(
    ({ value, text }) => value === chosen || text.toLowerCase() === chosen.toLowerCase(),
  );
  const shown = chosen === '' || known ? options : [{ value: chosen, text: chosen }, ...options];
  const selected = known?.value ?? chosen;
  return (
    <div class="field">
      <label for={name}>{namesOfFields[name]}</label>
      <select id={name} name={name} {...faulty(name, fault)}>
        <option value="">{any}</option>
        {shown.map((choice) => (
          <option value={choice.value} selected={choice.value === selected}>
            {optionText(choice)}
          </option>
        ))}
      </select>
      <FieldFault name={name} fault={fault} />
    </div>
  );
}

type EntryProps = {
  name: 'q' | 'near' | 'phrase' | 'url' | 'lat' | 'lng';
  value: string;
  fault: Fault;
  hint: string;
  type?: 'search' | 'number';
};

function Entry({ name, value, fault, hint, type }: EntryProps) {
  const shared = {
    id: name,
    name,
    value,
    placeholder: hint,
    autoComplete: 'off' as const,
    ...faulty(name, fault),
  };
  return (
    <div class="field">
      <label for={name}>{namesOfFields[name]}</label>
      {type === 'search' ? (
        <input type="search" maxLength={500} {...shared} />
      ) : (
        <input inputMode={type === 'number' ? 'decimal' : undefined} {...shared} />
      )}
      <FieldFault name={name} fault={fault} />
    </div>
  );
}

const special = ['phrase', 'url', 'lat', 'lng'] as const;

/**
 * Every way to narrow a search, in one form that needs no script. On a small screen the filters are folded. The button
 * that asks for the place shows itself where there is a script (near-me.ts).
 */
export function FinderForm({ data }: { data: FinderPage }) {
  const { asked, faults } = data;
  const faultOf = (name: string): Fault => faults.find(({ field }) => field === name)?.message;
  const entry = <Name extends EntryProps['name']>(name: Name) => ({
    name,
    value: asked[name],
    fault: faultOf(name),
  });
  const kept = (['km', 'sort', 'ended', 'box'] as const).filter((name) => asked[name] !== '');
  return (
    <search>
      <form method="get" action="/finder" class="search finder-search" id="finder-form">
        <div class="field-and-button">
          <Entry {...entry('q')} hint="birds, water, night sky…" type="search" />
          <button class="button primary">Search</button>
        </div>
        <div class="field-and-button">
          <Entry {...entry('near')} hint="City, state, postcode or country" type="search" />
          <button type="button" class="button plain" data-near-me hidden>
            Near me
          </button>
        </div>
        <p class="near-me-status" role="status" />
        {kept.map((name) => (
          <input type="hidden" name={name} value={asked[name]} />
        ))}
        <Filters data={data} faultOf={faultOf} entry={entry} />
      </form>
    </search>
  );
}

type FiltersProps = {
  data: FinderPage;
  faultOf: (name: string) => Fault;
  entry: (name: (typeof special)[number]) => Pick<EntryProps, 'name' | 'value' | 'fault'>;
};

const folded = ['topic', 'activity', 'in', 'UN', 'age', 'setting', 'home', ...special] as const;

function Filters({ data, faultOf, entry }: FiltersProps) {
  const { asked, choices, fromHome } = data;
  const count = folded.filter((name) => asked[name] !== '').length;
  const choice = (name: keyof typeof choices) => ({
    name,
    chosen: asked[name],
    options: choices[name],
    fault: faultOf(name),
  });
  // Results stay in sight: only a fault must be seen in its field.
  const isFaulty = (names: readonly string[]) => names.some((name) => faultOf(name) !== undefined);
  return (
    <details class="filters" open={isFaulty(folded)}>
      <summary>Filters{count > 0 && ` (${count})`}</summary>
      <div class="filter-fields">
        <Select {...choice('topic')} any="Any topic" />
        <Select {...choice('activity')} any="Any activity" />
        <Select {...choice('in')} any="Anywhere" />
        <Select {...choice('UN')} any="Any region" />
        <Select {...choice('age')} any="Everybody" />
        <Select {...choice('setting')} any="Both" />
        <label class="check">
          <input type="checkbox" name="home" value="yes" checked={asked.home !== ''} />
          <span id="home-text">From home{fromHome !== undefined && ` (${formatNumber(fromHome)})`}</span>
        </label>
      </div>
      <details class="more-ways" open={isFaulty(special)}>
        <summary>Exact words, address, coordinates</summary>
        <div class="fields">
          <Entry {...entry('lat')} hint="51.5" type="number" />
          <Entry {...entry('lng')} hint="-0.12" type="number" />
          <Entry {...entry('phrase')} hint="friends of the earth" />
          <Entry {...entry('url')} hint="https://example.org/project" />
        </div>
      </details>
      <button class="button plain apply">Show results</button>
    </details>
  );
}
