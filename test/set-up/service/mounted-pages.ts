/** The routes of our pages and forms, as the server's files name them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/built.ts';
import { api } from '../../../src/contract/index.ts';
import { site } from '../../../src/contract/site.ts';

/** A page or form, with the names of the fields that its file reads, and the buttons (`act`) that it knows. */
export type MountedPage = { route: string; fields: string[]; acts: string[] };

const textsIn = (folder: string) =>
  globSync(`${folder}/**/*.ts`, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));

const fieldsIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:fields|query|typed)(?:\['|\.)(\w+)/g)].flatMap(([, name = '']) =>
      name === 'ts' ? [] : [name],
    ),
  ),
];

const actsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bfields\['act'\] [!=]== '([\w-]+)'/g)].map(([, act = '']) => act)),
];

/** All pages and forms, in alphabetical order; a path in a constant is filled in. */
export function mountedPages(): MountedPage[] {
  const server = textsIn('server');
  const paths = new Map(
    [...textsIn('src/contract'), ...server].flatMap((text) =>
      [...text.matchAll(/const (\w+) = '(\/[^']*)'/g)].map(
        ([, name = '', path = '']) => [name, path] as const,
      ),
    ),
  );
  const others = new Set([...Object.keys(api), ...Object.keys(site)]);
  const pages = new Map<string, MountedPage>();
  for (const text of server)
    for (const [, found = ''] of text.matchAll(/['`]((?:GET|POST) (?:\/|\$\{\w+Path\})[^'`\s]*)['`]/g)) {
      const route = found.replace(/\$\{(\w+)\}/g, (all, name: string) => paths.get(name) ?? all);
      // A route that is left with a placeholder is one of many documents, which are the same for everybody.
      if (others.has(route) || route.includes('${')) continue;
      // A table may name the route of another file, too.
      const { fields = [], acts = [] } = pages.get(route) ?? {};
      pages.set(route, {
        route,
        fields: [...new Set([...fields, ...fieldsIn(text)])],
        acts: [...new Set([...acts, ...actsIn(text)])],
      });
    }
  return [...pages.values()].sort((one, other) => (one.route < other.route ? -1 : 1));
}

/** The routes of all pages and forms, such as `POST /sign-in`. */
export const pageRows = (): string[] => mountedPages().map(({ route }) => route);

/** The names of all fields that pages and forms read. */
export const fieldNames = (): string[] => [...new Set(mountedPages().flatMap(({ fields }) => fields))];
