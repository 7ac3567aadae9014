/** `npm start`: the service, built first if the sources have changed. */
import { builtOrExit } from './built.ts';

await builtOrExit();
await import(new URL('../dist/server/main.js', import.meta.url).href);
