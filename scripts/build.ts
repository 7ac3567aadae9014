/** `npm run build`: everything in `dist`. */
import { build } from './built.ts';

await build();
await import('./client-package.ts');
await import('./wordpress-plugin.ts');
