/**
 * Makes the WordPress plugin in `dist/integrations/manyhands`, and packs it as `manyhands-wordpress.zip` next to it, after
 * `vite build`. The names of attributes are those of the embeds' own settings.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { confirmationSettings } from '../src/attributes/confirmation-message.ts';
import { finderSettings } from '../src/attributes/finder.ts';
import { root } from './built.ts';

const target = join(root, 'dist/integrations');
const plugin = join(target, 'manyhands');

/** A PHP array. WordPress decides where an embed is, so it has no target. */
const namesOf = (settings: object): string =>
  `[${Object.keys(settings)
    .filter((name) => name !== 'target')
    .map((name) => `'${name}'`)
    .join(', ')}]`;

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
cpSync(join(root, 'integrations/wordpress/manyhands'), plugin, { recursive: true });
writeFileSync(
  join(plugin, 'attributes.php'),
  `<?php
return [
	'message' => ${namesOf(confirmationSettings)},
	'finder' => ${namesOf(finderSettings)},
];
`,
);
const files = readdirSync(plugin).map((name): [string, Uint8Array] => [
  `manyhands/${name}`,
  readFileSync(join(plugin, name)),
]);
// A fixed modification time makes the archive reproducible. In local time, because fflate writes that.
writeFileSync(
  join(target, 'manyhands-wordpress.zip'),
  zipSync(Object.fromEntries(files), { mtime: new Date(2026, 0, 1) }),
);
