import { dirname, join } from 'node:path';

/** The path of a file in a package. By folder: some packages do not export their own package.json. */
export const packageFile = (name: string, path: string): string =>
  join(dirname(import.meta.dirname), 'node_modules', name, path);
