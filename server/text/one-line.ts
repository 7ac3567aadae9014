/** A text of an owner on one line of a mail: it cannot imitate our own text there, or begin a header. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/^(.{200}).+/u, '$1');
