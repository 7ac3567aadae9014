import { activities, leasts, type VolunteerFilter } from '../../contract/pages/volunteers.ts';
import { fillIn, type PageLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.tsx';

type FilterOptions = {
  name: string;
  label: string;
  options: (readonly [value: string, text: string])[];
  value: string;
};

/** A choice of one value in a form of filters. */
export const FilterChoice = ({ name, label, options, value }: FilterOptions) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select id={name} name={name}>
      {options.map(([one, text]) => (
        <option value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </select>
  </div>
);

/** Chooses a group of volunteers. */
export function FilterFields({ filter }: { filter: VolunteerFilter }) {
  const { words, say } = useWords();
  const w = words.volunteerFilter;
  return (
    <>
      <FilterChoice
        name="type"
        label={w.type}
        options={[['', w.any], ...(Object.entries(w.types) as [string, string][])]}
        value={filter.type ?? ''}
      />
      <FilterChoice
        name="active"
        label={w.active}
        options={activities.map((one) => [one, w.actives[one]])}
        value={filter.active}
      />
      <FilterChoice
        name="least"
        label={w.least}
        options={leasts.map((one) => [one, one === '1' ? w.anyNumber : say(w.orMore, { n: one })])}
        value={filter.least}
      />
    </>
  );
}

/** The group in words. */
export function groupName({ type, active, least }: VolunteerFilter, { words }: PageLanguage): string {
  const w = words.volunteerFilter;
  const parts = [
    ...(type ? [w.groupTypes[type]] : []),
    ...(active === 'any' ? [] : [w.groupActives[active]]),
    ...(least === '1' ? [] : [fillIn(w.groupLeast, { n: least })]),
  ];
  return parts.length === 0 ? w.all : parts.join(words.ages.comma);
}

/** The same as a query. */
export const filterQuery = ({ type, active, least }: VolunteerFilter) =>
  new URLSearchParams({
    ...(type && { type }),
    ...(active !== 'any' && { active }),
    ...(least !== '1' && { least }),
  });
