/** Packs the WordPress plugin as `dist/integrations/manyhands-wordpress.zip`, after `vite build`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { root } from './built.ts';

const source = join(root, 'integrations/wordpress');
const target = join(root, 'dist/integrations');

const files = readdirSync(join(source, 'manyhands')).map((name): [string, Uint8Array] => [
  `manyhands/${name}`,
  readFileSync(join(source, 'manyhands', name)),
]);
mkdirSync(target, { recursive: true });
// A fixed modification time makes the archive reproducible. In local time, because fflate writes that.
writeFileSync(
  join(target, 'manyhands-wordpress.zip'),
  zipSync(Object.fromEntries(files), { mtime: new Date(2026, 0, 1) }),
);
