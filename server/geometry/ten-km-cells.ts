/**
 * Cells of about 10 km: a tenth of a degree of latitude (11 km), and so many tenths of longitude that a cell is between
 * 7 and 15 km wide up to 84 degrees. Stats keeps places only in this form.
 */
export const noCell = -1;

const tenths = 10;
const rowSize = 4000;

/** The width of the cells of a row, in tenths of a degree of longitude. Each divides 3,600. */
function widthOf(row: number): number {
  const latitude = Math.abs((row + 0.5) / tenths - 90);
  if (latitude < 48) return 1;
  if (latitude < 70) return 2;
  if (latitude < 79) return 4;
  return latitude < 84 ? 6 : 40;
}

/** The cell of a point [longitude, latitude]; `noCell` where there is none. */
export function cellOf([lng, lat]: readonly number[]): number {
  if (lng === undefined || lat === undefined) return noCell;
  const row = Math.min(1799, Math.floor((lat + 90) * tenths));
  // The meridian of 180 degrees has two names.
  const column = Math.floor((lng + 180) * tenths) % 3600;
  return row * rowSize + Math.floor(column / widthOf(row));
}

/** The bounds of a cell in degrees. */
export function boundsOf(cell: number): { south: number; north: number; west: number; east: number } {
  const row = Math.floor(cell / rowSize);
  const width = widthOf(row);
  const column = (cell % rowSize) * width;
  return {
    south: (row - 900) / tenths,
    north: (row - 899) / tenths,
    west: (column - 1800) / tenths,
    east: (column + width - 1800) / tenths,
  };
}
