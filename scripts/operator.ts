/** `npm run operator -- <command>`: the operator's commands, built first if the sources have changed. */
import { builtOrExit } from './built.ts';

await builtOrExit();
await import(new URL('../dist/server/operator.js', import.meta.url).href);
