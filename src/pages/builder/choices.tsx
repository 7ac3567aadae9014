import { addressOf, type Built } from '../../embed-code/built.ts';

type Props = {
  label: string;
  all: readonly { name: string; title: string }[];
  current: string;
  to: (name: string) => Built;
  onChange: (built: Built) => void;
};

/** Links to the same build with another choice; a script takes the click, so that nothing is loaded again. */
export const Choices = ({ label, all, current, to, onChange }: Props) => (
  <nav aria-label={label} class="ways-line">
    <span>{label}</span>
    {all.map(({ name, title }) => (
      <a
        href={addressOf(to(name))}
        aria-current={name === current ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onChange(to(name));
        }}
      >
        {title}
      </a>
    ))}
  </nav>
);
