import type { Built } from '../../embed-code/built.ts';

/** The settings' form, to which the choices around it belong, too: without a script it carries all of them. */
export const settingsForm = 'settings';

type Props = {
  label: string;
  name: 'as' | 'preset' | 'shows';
  all: readonly { name: string; title: string }[];
  current: string;
  to: (name: string) => Built;
  onChange: (built: Built) => void;
};

/** A choice that is not a setting of the embed: how it is looked at, or put into the site. */
export const Choice = ({ label, name, all, current, to, onChange }: Props) => (
  <p>
    <label for={`choice-${name}`}>{label}</label>
    <select
      id={`choice-${name}`}
      name={name}
      form={settingsForm}
      onChange={({ currentTarget }) => onChange(to(currentTarget.value))}
    >
      {all.map((one) => (
        <option value={one.name} selected={one.name === current}>
          {one.title}
        </option>
      ))}
    </select>
  </p>
);
