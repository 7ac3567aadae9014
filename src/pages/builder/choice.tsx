type Props<Value extends string> = {
  label: string;
  name: 'as' | 'preset' | 'shows';
  all: readonly Value[];
  titles: Record<Value, string>;
  current: string;
};

/** A choice that is not a setting of the embed: how it is looked at, or put into the site. */
export const Choice = <Value extends string>({ label, name, all, titles, current }: Props<Value>) => (
  <p>
    <label for={`choice-${name}`}>{label}</label>
    <select id={`choice-${name}`} name={name}>
      {all.map((one) => (
        <option value={one} selected={one === current}>
          {titles[one]}
        </option>
      ))}
    </select>
  </p>
);
