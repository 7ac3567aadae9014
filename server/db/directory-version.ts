/** Reads the directory's version: `indexWords` counts every change of what projects are found by, in its transaction. */
export const versionOf = "select value from counters where name = 'words'";
