/** An address of our own site, or the way home: `//elsewhere.example` and `javascript:` lead off it. */
export const localPath = (path: string): string => (/^\/(?![/\\])/.test(path) ? path : '/');
