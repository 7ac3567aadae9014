/** A uniform grid of points, to find those in a triangle. Removed points are skipped. */

/** Cells per point: outlines are lines, which leave most cells empty. */
const cellsPerPoint = 16;

export class PointGrid {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #isOff: Uint8Array;
  readonly #columns: number;
  readonly #rows: number;
  readonly #west: number;
  readonly #south: number;
  readonly #scale: number;
  /** The points of all cells in order, and the start of each cell. */
  readonly #points: Int32Array;
  readonly #starts: Int32Array;
  /** The number of rows and points that may still be examined, so that hostile outlines cost no more than real ones. */
  #work: number;

  /** `isOff[point]` is 1 once a point is removed; the array belongs to the caller. */
  constructor(x: Float64Array, y: Float64Array, isOff: Uint8Array, work: number) {
    [this.#x, this.#y, this.#isOff, this.#work] = [x, y, isOff, work];
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let point = 0; point < x.length; point++) {
      const [px, py] = [x[point] as number, y[point] as number];
      [west, east] = [Math.min(west, px), Math.max(east, px)];
      [south, north] = [Math.min(south, py), Math.max(north, py)];
    }
    [this.#west, this.#south] = [west, south];
    const side = Math.max(east - west, north - south) || 1;
    const across = Math.ceil(Math.sqrt(cellsPerPoint * x.length));
    this.#scale = across / side;
    this.#columns = Math.floor((east - west) * this.#scale) + 1;
    this.#rows = Math.floor((north - south) * this.#scale) + 1;
    this.#starts = new Int32Array(this.#columns * this.#rows + 1);
    this.#points = new Int32Array(x.length);
    this.#fill();
  }

  /** Counting sort. */
  #fill(): void {
    const [starts, points] = [this.#starts, this.#points];
    const cellOf = (point: number) =>
      this.#rowOf(this.#y[point] as number) * this.#columns + this.#columnOf(this.#x[point] as number);
    for (let point = 0; point < points.length; point++) {
      const next = cellOf(point) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let cell = 1; cell < starts.length; cell++)
      starts[cell] = (starts[cell] as number) + (starts[cell - 1] as number);
    const ends = starts.slice();
    for (let point = 0; point < points.length; point++) {
      const cell = cellOf(point);
      const at = ends[cell] as number;
      ends[cell] = at + 1;
      points[at] = point;
    }
  }

  #columnOf = (x: number): number => Math.floor((x - this.#west) * this.#scale);
  #rowOf = (y: number): number => Math.floor((y - this.#south) * this.#scale);

  /**
   * Whether the triangle of three points, with its sides, contains another point for which `counts` returns true; also
   * true if finding out would cost too much.
   */
  holds(a: number, b: number, c: number, counts: (point: number) => boolean): boolean {
    const [ax, ay] = [this.#x[a] as number, this.#y[a] as number];
    const [bx, by] = [this.#x[b] as number, this.#y[b] as number];
    const [cx, cy] = [this.#x[c] as number, this.#y[c] as number];
    const [left, right] = [this.#columnOf(Math.min(ax, bx, cx)), this.#columnOf(Math.max(ax, bx, cx))];
    const [bottom, top] = [this.#rowOf(Math.min(ay, by, cy)), this.#rowOf(Math.max(ay, by, cy))];
    for (let row = bottom; row <= top; row++) {
      this.#work--;
      const end = this.#starts[row * this.#columns + right + 1] as number;
      // The cells of a row are consecutive, and so are their points.
      for (let at = this.#starts[row * this.#columns + left] as number; at < end; at++) {
        if (this.#work-- <= 0) return true;
        const point = this.#points[at] as number;
        if (this.#isOff[point] === 1 || point === a || point === b || point === c || !counts(point)) continue;
        const [x, y] = [this.#x[point] as number, this.#y[point] as number];
        const ab = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        const bc = (cx - bx) * (y - by) - (cy - by) * (x - bx);
        const ca = (ax - cx) * (y - cy) - (ay - cy) * (x - cx);
        if ((ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0)) return true;
      }
    }
    return false;
  }
}
