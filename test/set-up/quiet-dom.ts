/** Silences what happy-dom prints for each style sheet and frame of a page that a test parses: it loads none. */
import console from 'node:console';

const { error } = console;
console.error = (...said: unknown[]) => {
  if (!/ loading is disabled/.test(String(said[0]))) error(...said);
};
