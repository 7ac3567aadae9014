/**
 * Milliseconds that a test waits for what must happen: half of its own limit, so that a failed wait says what it waited
 * for. A wait ends as soon as it holds, so this costs nothing where all is well.
 */
export const patience = 150_000;
