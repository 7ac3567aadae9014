/** The address of the Atom feed of new projects. */
export const feedPath = '/feed.atom';
