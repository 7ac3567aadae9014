/** Returns the beginning of a text, at most so many characters, cut between two words unless one is very long. */
export function excerptOf(text: string, max: number): string {
  // By characters: half of one is nothing that can be shown. No character has more than two UTF-16 units.
  const cut = Array.from(text.slice(0, 2 * max))
    .slice(0, max)
    .join('');
  if (cut === text) return text;
  const space = cut.lastIndexOf(' ');
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`;
}
