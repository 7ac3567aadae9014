import { listFilterNames, listFilters, type Choice, type FinderPage } from '../../contract/pages/finder.ts';
import { localPath } from '../../ui/local-path.ts';
import type { PageLanguage } from '../../ui/words/language.ts';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { FieldFault, faulty } from '../../ui/forms/text-field.tsx';

/** The fields of the form that have a name of their own. */
const named = [
  ...(['q', 'near', 'topic', 'activity', 'in', 'UN', 'programme'] as const),
  ...listFilterNames,
  ...(['lat', 'lng', 'phrase', 'url'] as const),
];
type NamedField = (typeof named)[number];

export const hasName = (field: string): field is NamedField => named.some((one) => one === field);

type FaultText = string | undefined;

type FaultProps = { name: NamedField; fault: FaultText; begun?: FinderPage['begun'] };

/** The fault of a field, under it. The sentences of the contract are in English only. */
function Fault({ name, fault, begun = [] }: FaultProps) {
  const { tag, words, say } = useWords();
  const w = words.finder;
  if (fault === undefined) return null;
  const english = `${name === 'q' ? 'The search' : w[name]} ${fault}.`;
  const other = name === 'near' ? w.unknownPlace : say(w.badField, { field: w[name] });
  const text = begun.length > 0 ? <DidYouMean begun={begun} /> : tag === 'en' ? english : other;
  return <FieldFault of={name} text={text} />;
}

const DidYouMean = ({ begun }: { begun: NonNullable<FinderPage['begun']> }) => {
  const links = begun.map(({ text, path }, at) => (
    <>
      {at > 0 && ' · '}
      <a href={localPath(path)}>{text}</a>
    </>
  ));
  return <Said text={useWords().words.finder.didYouMean} of={{ words: links }} />;
};

type ChoiceProps = {
  name: keyof FinderPage['choices'];
  any: string;
  chosen: string;
  options: Choice[];
  fault: FaultText;
};

/** The text of a choice, which is English in the data. */
export function choiceText(name: string, { value, text }: Choice, language: PageLanguage): string {
  const { nameOf, region, state, words } = language;
  if (name === 'topic') return nameOf('topics', value);
  if (name === 'activity') return nameOf('activities', value);
  if (name === 'programme') return text;
  const filter = listFilterNames.find((one) => one === name);
  if (filter) {
    const group = listFilters[filter].words;
    if (group === 'languages') return language.language(value);
    // The English words of audiences are for the middle of a sentence.
    if (language.tag === 'en' && group === 'audiences') return value;
    return (words[group] as Record<string, string>)[value] ?? value;
  }
  // A state follows its country.
  return text
    .split(': ')
    .map((part, at) => (at === 0 ? region(part) : state(part)))
    .join(': ');
}

function Select({ name, any, chosen, options, fault }: ChoiceProps) {
  const language = useWords();
  const { words, number } = language;
  const textOf = (choice: Choice) => {
    const text = choiceText(name, choice, language);
    return choice.count === undefined ? text : `${text} (${number(choice.count)})`;
  };
  if (options.length === 0 && chosen === '') return null;
  // A value that is missing in the list stays chosen, so that the form shows the search that was made.
  const known = options.find(
    ({ value, text }) => value === chosen || text.toLowerCase() === chosen.toLowerCase(),
  );
  const shown = chosen === '' || known ? options : [{ value: chosen, text: chosen }, ...options];
  const selected = known?.value ?? chosen;
  return (
    <div class="field">
      <label for={name}>{words.finder[name]}</label>
      <select id={name} name={name} {...faulty(name, fault)}>
        <option value="">{any}</option>
        {shown.map((choice) => (
          <option value={choice.value} selected={choice.value === selected}>
            {textOf(choice)}
          </option>
        ))}
      </select>
      <Fault name={name} fault={fault} />
    </div>
  );
}

type EntryProps = {
  name: 'q' | 'near' | 'phrase' | 'url' | 'lat' | 'lng';
  value: string;
  fault: FaultText;
  hint: string;
  type?: 'search' | 'number';
  begun?: FinderPage['begun'];
};

function Entry({ name, value, fault, hint, type, begun }: EntryProps) {
  const { words } = useWords();
  const shared = {
    id: name,
    name,
    value,
    placeholder: hint,
    autoComplete: 'off' as const,
    list: begun && 'places-begun',
    ...faulty(name, fault),
  };
  return (
    <div class="field">
      <label for={name}>{words.finder[name]}</label>
      {type === 'search' ? (
        <input type="search" maxLength={500} {...shared} />
      ) : (
        <input inputMode={type === 'number' ? 'decimal' : undefined} {...shared} />
      )}
      {begun && (
        <datalist id="places-begun">
          {begun.map(({ text }) => (
            <option value={text} />
          ))}
        </datalist>
      )}
      <Fault name={name} fault={fault} begun={begun} />
    </div>
  );
}

const special = ['phrase', 'url', 'lat', 'lng'] as const;

/**
 * Every way to narrow a search, in one form that needs no script. On a small screen the filters are folded. The button
 * that asks for the place shows itself where there is a script (near-me.ts).
 */
export function FinderForm({ data }: { data: FinderPage }) {
  const w = useWords().words.finder;
  const { asked, faults } = data;
  const faultOf = (name: string): FaultText => faults.find(({ field }) => field === name)?.message;
  const entry = <Name extends EntryProps['name']>(name: Name) => ({
    name,
    value: asked[name],
    fault: faultOf(name),
  });
  const fields = (['km', 'sort', 'ended', 'box'] as const).filter((name) => asked[name] !== '');
  return (
    <search>
      <form method="get" action="/finder" class="search finder-search" id="finder-form">
        <div class="field-and-button">
          <Entry {...entry('q')} hint={w.qHint} type="search" />
          <button class="button primary">{w.search}</button>
        </div>
        <div class="field-and-button">
          <Entry {...entry('near')} hint={w.nearHint} type="search" begun={data.begun ?? []} />
          <button type="button" class="button plain" data-near-me hidden>
            {w.nearMe}
          </button>
        </div>
        <p class="near-me-status" role="status" data-asking={w.asking} data-refused={w.nowhere} />
        {fields.map((name) => (
          <input type="hidden" name={name} value={asked[name]} />
        ))}
        <Filters data={data} faultOf={faultOf} entry={entry} />
      </form>
    </search>
  );
}

type FiltersProps = {
  data: FinderPage;
  faultOf: (name: string) => FaultText;
  entry: (name: (typeof special)[number]) => Pick<EntryProps, 'name' | 'value' | 'fault'>;
};

const folded = [
  'topic',
  'activity',
  'in',
  'UN',
  'programme',
  ...listFilterNames,
  'home',
  ...special,
] as const;

function Filters({ data, faultOf, entry }: FiltersProps) {
  const { words, number } = useWords();
  const w = words.finder;
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
      <summary>
        {w.filters}
        {count > 0 && ` (${number(count)})`}
      </summary>
      <div class="filter-fields">
        <Select {...choice('topic')} any={w.anyTopic} />
        <Select {...choice('activity')} any={w.anyActivity} />
        <Select {...choice('in')} any={w.anywhere} />
        <Select {...choice('UN')} any={w.anyRegion} />
        <Select {...choice('programme')} any={w.anyProgramme} />
        {listFilterNames.map((name) => (
          <Select {...choice(name)} any={w[listFilters[name].any]} />
        ))}
        <label class="check">
          <input type="checkbox" name="home" value="yes" checked={asked.home !== ''} />
          <span id="home-text">
            {w.fromHome}
            {fromHome !== undefined && ` (${number(fromHome)})`}
          </span>
        </label>
      </div>
      <details class="more-ways" open={isFaulty(special)}>
        <summary>{w.exactly}</summary>
        <div class="fields">
          <Entry {...entry('lat')} hint="51.5" type="number" />
          <Entry {...entry('lng')} hint="-0.12" type="number" />
          <Entry {...entry('phrase')} hint={w.phraseHint} />
          <Entry {...entry('url')} hint="https://example.org/project" />
        </div>
      </details>
      <button class="button plain apply">{w.showResults}</button>
    </details>
  );
}
