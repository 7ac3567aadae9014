/** The finder's map: groups of projects on a drawing of the world, each with the search that leads to them. */
export type ProjectMap = {
  width: number;
  height: number;
  /** The address of the drawing of land and borders. */
  ground: string;
  groups: ProjectGroup[];
  /** The area that is searched around a place. */
  circle?: { x: number; y: number; rx: number; ry: number } | undefined;
  /** Projects of the search that are on the map, and those that are not. */
  placed: number;
  unplaced: number;
  /** The same search in a wider part of the map, and without a part of it. */
  wider?: string;
  whole?: string;
};

/** `place`: the country or state at its middle; empty at sea. */
export type ProjectGroup = {
  x: number;
  y: number;
  radius: number;
  projects: number;
  place: string;
  path: string;
};
