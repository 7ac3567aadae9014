import type { EventType } from '../../contract/api/event-types.ts';
import { activities, leasts, type VolunteerFilter } from '../../contract/pages/volunteers.ts';

/** The kinds of contributions, as the lists of volunteers name them. */
export const typeNames: Record<EventType, string> = {
  collection: 'Collected data',
  classification: 'Classified',
  signup: 'Joined',
};

const activityNames: Record<VolunteerFilter['active'], string> = {
  any: 'At any time',
  30: 'In the last 30 days',
  90: 'In the last 90 days',
  365: 'In the last year',
  before: 'Not in the last 90 days',
};

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
export const FilterFields = ({ filter }: { filter: VolunteerFilter }) => (
  <>
    <FilterChoice
      name="type"
      label="Contribution"
      options={[['', 'Any'], ...(Object.entries(typeNames) as [string, string][])]}
      value={filter.type ?? ''}
    />
    <FilterChoice
      name="active"
      label="Last contribution"
      options={activities.map((one) => [one, activityNames[one]])}
      value={filter.active}
    />
    <FilterChoice
      name="least"
      label="Contributions"
      options={leasts.map((one) => [one, one === '1' ? 'Any number' : `${one} or more`])}
      value={filter.least}
    />
  </>
);

/** The group in words. */
export function groupName({ type, active, least }: VolunteerFilter): string {
  const parts = [
    ...(type ? [typeNames[type].toLowerCase()] : []),
    ...(active === 'any' ? [] : [activityNames[active].toLowerCase()]),
    ...(least === '1' ? [] : [`${least} contributions or more`]),
  ];
  return parts.length === 0 ? 'all volunteers' : parts.join(', ');
}

/** The same as a query. */
export const filterQuery = ({ type, active, least }: VolunteerFilter) =>
  new URLSearchParams({
    ...(type && { type }),
    ...(active !== 'any' && { active }),
    ...(least !== '1' && { least }),
  });
