import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

/** The path of a file in a package. By folder: some packages do not export their own package.json. */
export const packageFile = (name: string, path: string): string => join(root, 'node_modules', name, path);

/** The path of a file in `server/places`, whose README says where each comes from. */
export const placesFile = (name: string): string => join(root, 'server/places', name);

/** The cells of each line of a file of tab-separated values. */
export const rowsIn = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
