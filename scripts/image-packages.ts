/** Copies the packages outside of the bundle, and what they need, to dist/node_modules: an image has no others. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './built.ts';
import { outsidePackages } from './outside-packages.ts';

type Names = Record<string, string>;
type Installed = { dependencies?: Names; optionalDependencies?: Names; peerDependencies?: Names };

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Installed>;
};

/** Where a package at `from` finds another one: in its own folder, then further out. */
function pathOf(name: string, from: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in packages) return path;
  return from === ''
    ? undefined
    : pathOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

const needed = new Set<string>();

function need(name: string, from: string): void {
  const path = pathOf(name, from);
  if (path === undefined || needed.has(path)) return;
  needed.add(path);
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
  for (const one of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    need(one, path);
}

for (const name of outsidePackages) need(name, '');
// Packages for other machines are not installed.
for (const path of needed)
  if (existsSync(join(root, path)))
    cpSync(join(root, path), join(root, 'dist', path), { recursive: true, verbatimSymlinks: true });
