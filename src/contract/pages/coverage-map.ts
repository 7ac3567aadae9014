/** A drawn map: paths of SVG on a ground of `width` by `height`. */
export type CoverageMap = {
  width: number;
  height: number;
  land: string;
  borders: string;
  area: string;
  pins: { x: number; y: number }[];
};
