import type { FinderAsked, PageData } from '../contract/pages.ts';
import { Search } from '../ui/search.tsx';

/** What each field of the form is called. */
export const namesOfFields: Record<keyof FinderAsked, string> = {
  q: 'Search projects',
  topic: 'Topic',
  activity: 'Activity',
  UN: 'Region',
  lat: 'Latitude',
  lng: 'Longitude',
  phrase: 'Exact words',
  url: 'Address of a project',
};

type Fault = string | undefined;

/** What was wrong with a field, under it; the field names it. */
const FieldFault = ({ name, fault }: { name: string; fault: Fault }) =>
  fault === undefined ? null : (
    <p id={`${name}-fault`} class="field-fault">
      {namesOfFields[name as keyof FinderAsked]} {fault}.
    </p>
  );

const faulty = (name: string, fault: Fault) =>
  fault === undefined ? {} : { 'aria-invalid': 'true' as const, 'aria-describedby': `${name}-fault` };

type ChoiceProps = {
  name: 'topic' | 'activity' | 'UN';
  any: string;
  chosen: string;
  options: { value: string; text: string }[];
  fault: Fault;
};

function Choice({ name, any, chosen, options, fault }: ChoiceProps) {
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
        {shown.map(({ value, text }) => (
          <option value={value} selected={value === selected}>
            {text}
          </option>
        ))}
      </select>
      <FieldFault name={name} fault={fault} />
    </div>
  );
}

type EntryProps = {
  name: 'phrase' | 'url' | 'lat' | 'lng';
  value: string;
  fault: Fault;
  hint: string;
  isNumber?: boolean;
};

const Entry = ({ name, value, fault, hint, isNumber = false }: EntryProps) => (
  <div class="field">
    <label for={name}>{namesOfFields[name]}</label>
    <input
      id={name}
      name={name}
      value={value}
      placeholder={hint}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      {...faulty(name, fault)}
    />
    <FieldFault name={name} fault={fault} />
  </div>
);

/**
 * Every way to narrow a search, in one form that needs no script. The button that asks for the place shows itself
 * where there is one (near-me.ts).
 */
export function FinderForm({ data }: { data: PageData['finder'] }) {
  const { asked, topics, activities, regions, faults } = data;
  const faultOf = (name: string): Fault => faults.find(({ field }) => field === name)?.message;
  const names = (list: string[]) => list.map((name) => ({ value: name, text: name }));
  const special = ['phrase', 'url', 'lat', 'lng'] as const;
  // What was found stays in sight: what narrows it is told above it, and only a fault must be seen in its field.
  const isOpen = special.some((name) => faultOf(name) !== undefined);
  const entry = (name: (typeof special)[number]) => ({ name, value: asked[name], fault: faultOf(name) });
  return (
    <Search
      q={asked.q}
      fault={faultOf('q')}
      beneath={
        <details class="more-ways" open={isOpen}>
          <summary>Place, exact words, address</summary>
          <div class="fields">
            <Entry {...entry('lat')} hint="51.5" isNumber />
            <Entry {...entry('lng')} hint="-0.12" isNumber />
            <Entry {...entry('phrase')} hint="friends of the earth" />
            <Entry {...entry('url')} hint="https://example.org/project" />
          </div>
        </details>
      }
    >
      <Choice
        name="topic"
        any="Any topic"
        chosen={asked.topic}
        options={names(topics)}
        fault={faultOf('topic')}
      />
      <Choice
        name="activity"
        any="Any activity"
        chosen={asked.activity}
        options={names(activities)}
        fault={faultOf('activity')}
      />
      <Choice
        name="UN"
        any="Any region"
        chosen={asked.UN}
        options={regions.map(({ code, name }) => ({ value: code, text: name }))}
        fault={faultOf('UN')}
      />
    </Search>
  );
}
