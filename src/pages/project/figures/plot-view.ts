/** Which rows of a plot are in view, and which one the cursor is at: from row numbers to row numbers. */

/** The first row in view, and how many there are. */
export type View = { from: number; count: number };

/** Zooming further than this shows nothing more. */
export const fewestRows = 2;

export const wholeOf = (rows: number): View => ({ from: 0, count: rows });
export const isWhole = (view: View, rows: number): boolean => view.count >= rows;

/** The nearest view that lies within the rows. */
export function within({ from, count }: View, rows: number): View {
  const shown = Math.min(rows, Math.max(Math.min(fewestRows, rows), count));
  return { from: Math.min(Math.max(0, from), rows - shown), count: shown };
}

/** Half as many rows, or twice as many, around the cursor or the middle. */
export function zoomed(view: View, rows: number, isIn: boolean, at: number | undefined): View {
  const count = isIn ? Math.ceil(view.count / 2) : view.count * 2;
  const middle = at ?? view.from + (view.count - 1) / 2;
  return within({ from: Math.round(middle - (count - 1) / 2), count }, rows);
}

/** The view half a width further on; `direction`: -1 towards earlier rows, 1 towards later ones. */
export const panned = (view: View, rows: number, direction: -1 | 1): View =>
  within({ ...view, from: view.from + direction * Math.max(1, Math.floor(view.count / 2)) }, rows);

/** The view that is moved just so far that a row is in it. */
export function showing(view: View, rows: number, at: number): View {
  const from = Math.min(Math.max(view.from, at - view.count + 1), at);
  return within({ ...view, from }, rows);
}

/** The rows between two positions on the scale of rows, on which row 3 reaches from 2.5 to 3.5. */
export function between(one: number, other: number, rows: number): View {
  const [from = 0, to = 0] = [Math.min(one, other), Math.max(one, other)].map((position) =>
    Math.min(Math.max(0, Math.round(position)), rows - 1),
  );
  return within({ from, count: to - from + 1 }, rows);
}
