const hues = 5;

/** Always the same colour for the same topic, wherever it is named; which colour says nothing. */
export function TopicDot({ name }: { name: string }) {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return <span class={`topic-dot hue-${sum % hues}`} aria-hidden="true" />;
}
