import type { Built } from '../../embed-code/built.ts';

/** The settings' form, to which the choices around it belong, too: without a script it carries all of them. */
export const settingsForm = 'settings';

type Props<Value extends string> = {
  label: string;
  name: 'as' | 'preset' | 'shows';
  all: readonly Value[];
  titles: Record<Value, string>;
  current: string;
  to: (name: string) => Built;
  onChange: (built: Built) => void;
};

/** A choice that is not a setting of the embed: how it is looked at, or put into the site. */
export const Choice = <Value extends string>({
  label,
  name,
  all,
  titles,
  current,
  to,
  onChange,
}: Props<Value>) => (
  <p>
    <label for={`choice-${name}`}>{label}</label>
    <select
      id={`choice-${name}`}
      name={name}
      form={settingsForm}
      onChange={({ currentTarget }) => onChange(to(currentTarget.value))}
    >
      {all.map((one) => (
        <option value={one} selected={one === current}>
          {titles[one]}
        </option>
      ))}
    </select>
  </p>
);
