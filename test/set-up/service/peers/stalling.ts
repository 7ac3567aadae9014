/**
 * Loaded into a service by `NODE_OPTIONS`: a JSON text that starts with `{"stall":` blocks the event loop until the
 * file that it names exists. The test ends the block by creating the file, so it needs no clock.
 */
import { existsSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Settings of a service that can be stalled. */
export const stalling = { NODE_OPTIONS: `--import ${import.meta.url}` };

if (isMainThread && process.argv[1]?.endsWith('/server/main.js') === true) {
  const parse = JSON.parse.bind(JSON);
  JSON.parse = (text: string, ...more: []) => {
    const value = parse(text, ...more) as { stall?: unknown };
    if (text.startsWith('{"stall":')) while (!existsSync(String(value.stall)));
    return value;
  };
}
