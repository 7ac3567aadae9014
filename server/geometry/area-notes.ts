/**
 * Notes about corrections of an area, and about faults that were kept: one warning of each kind, with the first
 * positions.
 */
const sentences = {
  empty: 'has parts that enclose nothing (an empty list, a point or a line); they are left out',
  promoted:
    'has an outer ring that encloses nothing; it is left out, and the next ring counts as the outer one',
  spike: 'goes out and back along the same line, which encloses nothing; that is left out',
  open: 'has a ring whose last point only nearly is the first; it is closed',
  crossing:
    'crosses itself, or lies on itself; it is kept as drawn, and what a ring encloses twice counts as outside',
  collapsed: 'encloses nothing, being a point or a short line; it counts as the place where that is',
  outside: 'has a small hole outside the outer ring, which takes nothing away; it is left out',
} as const;

export type NoteKind = keyof typeof sentences;

const maxPlaces = 3;

export class AreaNotes {
  readonly #places = new Map<NoteKind, Set<string>>();
  #simplified: string | undefined;

  /** `place` is the text of `placed`. */
  add(kind: NoteKind, place: string): void {
    const places = this.#places.get(kind);
    if (places) places.add(place);
    else this.#places.set(kind, new Set([place]));
  }

  /** Replaces the notes about single parts. */
  onlyCollapsed(): void {
    const places = this.#places.get('empty') ?? new Set();
    this.#places.clear();
    this.#places.set('collapsed', places);
  }

  simplified(points: number, left: number, share: number): void {
    const percent = Math.max(0.01, Math.ceil(share * 10_000) / 100);
    this.#simplified = `has ${points} points and is simplified to ${left}, which changes at most ${percent} % of its area; send a simpler outline to choose otherwise`;
  }

  /** Predicates, to be put after the name of the field. */
  get warnings(): string[] {
    const corrections = [...this.#places].map(([kind, places]) => {
      const more = places.size - maxPlaces;
      const shown = [...places].slice(0, maxPlaces).map((place) => place.replace(/^ \(|\)$/g, ''));
      return `${sentences[kind]} (${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''})`;
    });
    return this.#simplified === undefined ? corrections : [this.#simplified, ...corrections];
  }
}
