const hues = 5;

/** Always the same colour for the same topic, wherever it is named; which colour says nothing. */
export const hueOf = (name: string): number =>
  Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0) % hues;

export const TopicDot = ({ name }: { name: string }) => (
  <span class={`topic-dot hue-${hueOf(name)}`} aria-hidden="true" />
);
