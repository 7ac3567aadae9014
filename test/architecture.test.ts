/**
 * The boundaries between the parts of the project: which imports are allowed, how files are named, how long they may
 * be.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/built.ts';
import { digestNames } from '../server/secrets/digest-purposes.ts';
import { api } from '../src/contract/index.ts';
import { site } from '../src/contract/site.ts';
import { type Import, importsOf } from './set-up/service/imports.ts';
import { pageRows } from './set-up/service/mounted-pages.ts';

const features = [
  ...['accounts', 'keys', 'profiles', 'events', 'projects', 'finder', 'directory', 'follows'],
  ...['stats', 'widgets', 'oauth', 'grants', 'images', 'preregistration', 'reference', 'operating'],
  'certificates',
  'managing',
  'outcomes',
  'programmes',
  'groups',
  'volunteers',
  'webhooks',
];

/** Folders of the server that every feature may import. */
const shared = ['http', 'db', 'limits', 'mail', 'geometry', 'places', 'text', 'threads', 'pepper', 'secrets'];

/** Folders that use all features together; no feature imports them. */
const around = ['app', 'commands', 'demo', 'process'];

const files = ['src', 'widgets', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
);
const code = files
  .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
const imports = code.flatMap(({ file, source }) =>
  importsOf(file, source).map((one) => ({ from: file, one })),
);

const isIn = (folder: string, file: string | undefined) => file?.startsWith(`${folder}/`) ?? false;
const isJsonIn = (folder: string, file: string | undefined) =>
  isIn(folder, file) && file?.endsWith('.json') === true;

/** `server/events/store.ts` → `events`; undefined for files directly in the parent folder. */
const folderIn = (parent: string, file: string | undefined) =>
  isIn(parent, file) ? file?.slice(parent.length + 1).match(/^([^/]+)\//)?.[1] : undefined;
const widgetOf = (file: string | undefined) => folderIn('widgets', file);
const featureOf = (file: string | undefined) => {
  const folder = folderIn('server', file);
  return folder !== undefined && features.includes(folder) ? folder : undefined;
};

const contractMay = ({ file, pack }: Import) =>
  pack === 'zod' || isIn('src/contract', file) || isJsonIn('src/catalogue', file);

const siteFolders = [
  'src/pages',
  'src/ui',
  'src/contract',
  'src/catalogue',
  'src/messages',
  'src/attributes',
  'src/embed-code',
];

const siteMay = (from: string, { file, pack, isType }: Import) =>
  pack === 'preact' ||
  // An example, which is printed and not run.
  isIn('src/pages/docs/api/examples', from) ||
  (pack === 'zod' && isType) ||
  pack === '@simplewebauthn/browser' ||
  (pack === 'preact-render-to-string' && from === 'src/pages/render.tsx') ||
  siteFolders.some((folder) => isIn(folder, file));

const embedMay = (from: string, { file, pack, isType }: Import) => {
  if (file === undefined) return pack !== 'zod' || isType;
  if (isIn('src', file))
    return (
      isIn('src/attributes', file) || isJsonIn('src/messages', file) || (isType && isIn('src/contract', file))
    );
  if (!isIn('widgets', file)) return false;
  const widget = widgetOf(from);
  return widget === 'entries' || widgetOf(file) === 'lib' || widgetOf(file) === widget;
};

/** The frameworks of the components, which their users have. */
const frameworks = ['react', 'preact', 'vue', 'svelte'];

/** At run time it imports SHA-256 and frameworks; its types come from the contract and from the message's attributes. */
const clientMay = ({ file, pack = '', isType }: Import) =>
  isIn('src/client', file) ||
  frameworks.includes(pack.split('/')[0] ?? '') ||
  pack === '@noble/hashes' ||
  (isType && (file === undefined || isIn('src/contract', file) || isIn('src/attributes', file)));

const doIo = ['express', 'kysely', 'nodemailer', 'oidc-provider', 'pg', 'sharp'];
const nodeIo = /^node:(?:child_process|dns|fs|http|https|net|sqlite|tls|worker_threads)/;
/** The types through which a function gets a database, a store or a request. */
const isHandle = (name: string) => /Store$|Visit$|Handlers$|^(?:Database|Transaction|Facts)$/.test(name);

/**
 * Whether a file of the server is a rule: values in, values out. It imports no handle, and nothing that leads out of the
 * process, not even through another file. Types do not run.
 */
const isRule = (file: string): boolean => {
  if (!isIn('server', file) || file.endsWith('.json')) return true;
  const all = imports.filter(({ from }) => from === file).map(({ one }) => one);
  return (
    code.some((known) => known.file === file) &&
    all.every(({ file: imported, pack = '', isType, names, text }) => {
      if (names.some(isHandle)) return false;
      if (isType) return true;
      return !doIo.includes(pack) && !nodeIo.test(text) && (imported === undefined || isRule(imported));
    })
  );
};

const serverMay = (from: string, { file, isType }: Import) => {
  const isShared = shared.some((folder) => isIn(`server/${folder}`, from));
  const isInside = featureOf(from) !== undefined || isShared;
  if (around.some((folder) => isIn(`server/${folder}`, file))) return !isInside;
  const feature = featureOf(file);
  if (feature === undefined) return true;
  // All tables together are the type of the store.
  if (isShared) return isType && from === 'server/db/schema.ts' && file?.endsWith('/schema.ts') === true;
  if (isType || featureOf(from) === undefined || featureOf(from) === feature) return true;
  return file !== undefined && isRule(file);
};

type Rule = [name: string, applies: (from: string) => boolean, may: (from: string, one: Import) => boolean];

const rules: Rule[] = [
  [
    'the contract imports zod and the catalogue only',
    (from) => isIn('src/contract', from),
    (_, one) => contractMay(one),
  ],
  [
    'the attributes import each other, and types of the contract',
    (from) => isIn('src/attributes', from),
    (_, { file, isType }) =>
      isIn('src/attributes', file) ||
      (isType && isIn('src/contract', file)) ||
      file === 'src/contract/fields/own-entry.ts',
  ],
  [
    'pages, ui and the code for embeds stay within the site',
    (from) => ['src/pages', 'src/ui', 'src/embed-code'].some((folder) => isIn(folder, from)),
    siteMay,
  ],
  ['embeds take types, attributes, messages and widgets/lib only', (from) => isIn('widgets', from), embedMay],
  [
    'the client imports types, SHA-256 and the frameworks of its components',
    (from) => isIn('src/client', from),
    (_, one) => clientMay(one),
  ],
  [
    'a feature imports rules and types of another, never its store or handlers',
    (from) => isIn('server', from),
    serverMay,
  ],
  [
    'the database knows nothing of HTTP, not even a type',
    (from) => isIn('server/db', from),
    (_, { file }) => !isIn('server/http', file),
  ],
  [
    'what runs in browsers imports nothing from node',
    (from) => !isIn('server', from),
    (_, one) => !one.isNode,
  ],
];

test.each(rules)('%s', (_, applies, may) => {
  const offences = imports
    .filter(({ from, one }) => applies(from) && !may(from, one))
    .map(({ from, one }) => `${from}:${one.line} imports ${one.text}${one.isType ? ' (type)' : ''}`);
  expect(offences).toEqual([]);
});

test('a rule is told from a store and from handlers', () => {
  const judged = [
    'server/grants/origin.ts',
    'server/finder/read-query.ts',
    'server/geometry/distance.ts',
    'server/follows/store.ts',
    'server/follows/pages.ts',
    'server/events/handlers.ts',
    'server/projects/access.ts',
    'server/http/outgoing/fetch-guarded.ts',
  ];
  expect(judged.filter(isRule)).toEqual(judged.slice(0, 3));
});

/** The needs of a route are properties of its row, in its feature. */
test('server/http names no path of a feature', () => {
  const firstParts = new Set(
    [...pageRows(), ...Object.keys(api), ...Object.keys(site)].flatMap(
      (row) => /^\w+ \/([\w-]+)/.exec(row)?.[1] ?? [],
    ),
  );
  expect(firstParts).toContain('sign-in');
  const path = new RegExp(`\\\\?/(?:${[...firstParts].join('|')})(?![\\w.-])`);
  const offences = code.flatMap(({ file, source }) =>
    isIn('server/http', file)
      ? source
          .split('\n')
          .flatMap((line) => (!/ from '/.test(line) && path.test(line) ? `${file}: ${line}` : []))
      : [],
  );
  expect(offences).toEqual([]);
});

/** Every fetch of an address that somebody gave uses server/http/outgoing/fetch-guarded.ts. */
test('only the listed files send requests', () => {
  const ways = [
    /from 'node:https'/,
    /from 'request-filtering-agent'/,
    /\bhttps?\.(get|request)\(/,
    /\bfetch\(/,
  ];
  const offences = code
    .filter(({ file, source }) => isIn('server', file) && ways.some((way) => way.test(source)))
    .map(({ file }) => file);
  expect(offences.sort()).toEqual([
    // The demonstration partner calls the service itself, like an owner's server.
    'server/demo/gold.ts',
    'server/demo/service-calls.ts',
    'server/http/outgoing/fetch-guarded.ts',
    'server/http/outgoing/post-guarded.ts',
    // As a text, for owners to copy.
    'server/projects/snippets.ts',
    'server/reference/examples/languages.ts',
  ]);
});

/**
 * Two features that share a purpose could make the same digest of different data. `address` is the profile's
 * everywhere.
 */
test('each purpose of a keyed digest belongs to one feature', () => {
  const uses = code.flatMap(({ file, source }) =>
    [...source.matchAll(/\bkeyed\(\s*'([\w-]+)'/g)].map(([, purpose = '']) => ({
      purpose,
      folder: file.replace(/\/[^/]+$/, ''),
    })),
  );
  const purposes = [...new Set(uses.map(({ purpose }) => purpose))];
  expect(purposes.length).toBeGreaterThan(10);
  const places = purposes
    .filter((purpose) => !['address', 'participant-submission', 'owner-submission'].includes(purpose))
    .map((purpose) => [
      purpose,
      new Set(uses.filter((use) => use.purpose === purpose).map(({ folder }) => folder)).size,
    ]);
  expect(places.filter(([, folders]) => folders !== 1)).toEqual([]);
});

test('no two purposes have digests of the same form', () => {
  // Submissions of owners and participants were stored under one name; they have two and three parts.
  const known = ['owner-submission', 'participant-submission'];
  const names = Object.entries(digestNames)
    .filter(([purpose]) => !known.includes(purpose))
    .map(([, name]) => name);
  expect(new Set([...names, 'submission']).size).toBe(names.length + 1);
});

/** Code that compares these columns itself will forget one of them: server/projects/visibility.ts has the one rule. */
test('the visibility of a project is decided in one place', () => {
  const ways = [
    /\bstate'?\)?,? *(=|<>|!?==) ?,? *'published'/,
    /'=', 'published'/,
    /'(p\.)?is_(hidden|withheld)', '='/,
    /is_(hidden|withheld) = [01]/,
  ];
  const offences = code
    .filter(({ file, source }) => isIn('server', file) && ways.some((way) => way.test(source)))
    .map(({ file }) => file);
  expect(offences.sort()).toEqual([
    'server/db/migrations/baseline.ts',
    // For a withheld project nothing is recorded, not even a test.
    'server/events/recording/record-postgres.ts',
    'server/projects/visibility.ts',
  ]);
});

test('numbers for owners are made by one rule', () => {
  const ways = [
    /\bas (unknown as )?(Disclosed\w*|(un)?known as Disclosed\w*)\b/,
    /: Disclosed\b.*\bas never\b/,
  ];
  const found = code.filter(({ source }) => ways.some((way) => way.test(source))).map(({ file }) => file);
  expect(found).toEqual(['server/stats/disclosure.ts']);
});

test('no style depends on how a phone is held', () => {
  const styles = files.filter((file) => file.endsWith('.css'));
  expect(styles.length).toBeGreaterThan(10);
  expect(styles.filter((file) => /orientation/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('the image gets the scripts that its build runs', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } };
  const run = [...scripts.build.matchAll(/node (\w+)\//g)].map(([, folder]) => folder);
  expect(run.length).toBeGreaterThan(0);
  const copied = read('.dockerignore').split('\n');
  expect(run.filter((folder) => !copied.includes(`!${folder}`))).toEqual([]);
});

const emptyNames = /^(utils?|helpers?|common|types?|manager|service|misc|constants?)$/;

test('every file and folder has a descriptive name', () => {
  const offences = files.filter((file) =>
    file.split('/').some((part) => emptyNames.test(part.split('.', 1)[0] ?? '')),
  );
  expect(offences).toEqual([]);
});

/**
 * Every other folder of the server is either shared by the features, or a feature that is missing in the list above.
 */
test('every folder of the server is known', () => {
  const folders = new Set(
    files.map((file) => folderIn('server', file)).filter((folder) => folder !== undefined),
  );
  expect([...folders].filter((folder) => ![...features, ...shared, ...around].includes(folder))).toEqual([]);
});

/** In a circle, a module may run before one that it imports; types do not run. */
test('imports form no circle', () => {
  const importedBy = new Map<string, string[]>();
  for (const { from, one } of imports)
    if (one.file !== undefined && !one.isType)
      importedBy.set(from, [...(importedBy.get(from) ?? []), one.file]);
  const done = new Set<string>();
  const circleFrom = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of importedBy.get(file) ?? []) {
      const circle = circleFrom(next, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  expect([...importedBy.keys()].map((file) => circleFrom(file, [])).filter(Boolean)).toEqual([]);
});

/** With types in both directions, one of the two cannot be read or changed alone. A rule depends on no feature's state. */
test('no two features import types of each other', () => {
  const arrows = new Set<string>();
  for (const { from, one } of imports) {
    const [importer, imported] = [featureOf(from), featureOf(one.file)];
    if (importer !== undefined && imported !== undefined && importer !== imported && !isRule(one.file ?? ''))
      arrows.add(`${importer} ${imported}`);
  }
  expect(arrows).toContain('grants accounts');
  expect([...arrows].filter((arrow) => arrows.has(arrow.split(' ').reverse().join(' ')))).toEqual([]);
});

test('no page brings zod into the browser through the contract', () => {
  const reachesZod = (from: string, seen: Set<string>): boolean =>
    imports.some(({ from: importer, one: { file, pack, isType } }) => {
      if (importer !== from || isType) return false;
      if (pack === 'zod') return true;
      if (file === undefined || seen.has(file)) return false;
      seen.add(file);
      return reachesZod(file, seen);
    });
  const pages = code
    .map(({ file }) => file)
    .filter((file) => isIn('src/pages', file) || isIn('src/ui', file));
  expect(pages.filter((file) => reachesZod(file, new Set()))).toEqual([]);
});

const offending: [from: string, source: string, isAllowed: boolean][] = [
  ['src/contract/api/event.ts', `import { z } from 'zod';`, true],
  ['src/contract/api/event.ts', `import topics from '../catalogue/topics.json' with { type: 'json' };`, true],
  ['src/contract/api/event.ts', `import type { Row } from '../../server/db/tables.ts';`, false],
  ['src/pages/home.tsx', `import { useState } from 'preact/hooks';`, true],
  ['src/pages/home.tsx', `const load = () => import('@simplewebauthn/browser');`, true],
  ['src/pages/home.tsx', `import { z } from 'zod';`, false],
  ['src/pages/home.tsx', `import type { z } from 'zod';`, true],
  ['src/pages/home.tsx', `import { readFile } from 'fs/promises';`, false],
  ['src/attributes/finder.ts', `import { anyText } from './kinds.ts';`, true],
  ['src/attributes/finder.ts', `import type { Topic } from '../contract/topic.ts';`, true],
  ['src/attributes/finder.ts', `import { topics } from '../contract/topic.ts';`, false],
  ['src/pages/builder.tsx', `import { finderSettings } from '../attributes/finder.ts';`, true],
  ['src/pages/builder.tsx', `import { View } from '../../widgets/finder/view.tsx';`, false],
  ['widgets/finder/view.tsx', `import type { Project } from '../../src/contract/project.ts';`, true],
  ['widgets/finder/view.tsx', `import { type Project } from '../../src/contract/project.ts';`, false],
  ['widgets/finder/view.tsx', `let name: import('../../src/contract/project.ts').Project;`, true],
  ['widgets/finder/main.ts', `import { finderSettings } from '../../src/attributes/finder.ts';`, true],
  ['widgets/finder/view.tsx', `export * from '../../src/contract/project.ts';`, false],
  ['widgets/finder/view.tsx', `import en from '../../src/messages/en.json';`, true],
  ['widgets/finder/view.tsx', `import { mount } from '../lib/mount.ts';`, true],
  ['widgets/finder/view.tsx', `await import('../telemetry/main.ts');`, false],
  ['widgets/entries/both.ts', `import '../telemetry/main.ts'; import '../finder/main.ts';`, true],
  ['widgets/lib/mount.ts', `import { View } from '../finder/view.tsx';`, false],
  ['widgets/lib/mount.ts', `import 'node:fs';`, false],
  ['src/client/operations.ts', `import type { Api } from '../contract/index.ts';`, true],
  ['src/client/manyhands.ts', `import { api } from '../contract/index.ts';`, false],
  ['server/events/store.ts', `import { digest } from '../profiles/digest.ts';`, false],
  ['server/events/store.ts', `import type { Profiles } from '../profiles/store.ts';`, true],
  ['server/projects/owners.ts', `import { mayHoldGrants } from '../grants/origin.ts';`, true],
  ['server/projects/owners.ts', `import { grantStore } from '../grants/store.ts';`, false],
  ['server/projects/owners.ts', `import { keyPages } from '../keys/key-pages.ts';`, false],
  ['server/events/store.ts', `import { row } from '../db/row.ts'; import { now } from '../clock.ts';`, true],
  ['server/http/caller.ts', `import type { Profiles } from '../profiles/store.ts';`, false],
  ['server/events/store.ts', `import type { Command } from '../commands/command.ts';`, false],
  ['server/commands/keys.ts', `import { purge } from '../events/retention.ts';`, true],
  ['server/db/store.ts', `import type { Refusal } from '../http/refusal.ts';`, false],
  ['server/finder/search.ts', `import { stemOf } from '../text/stem.ts';`, true],
  ['server/text/words.ts', `import { store } from '../finder/store.ts';`, false],
  ['server/app/calls.ts', `import { events } from '../events/handlers.ts';`, true],
  ['server/app/calls.ts', `// import { events } from '../nowhere/handlers.ts';`, true],
];

test.each(offending)('the boundaries: %s with %s is %s', (from, source, isAllowed) => {
  const applying = rules.filter(([, applies]) => applies(from));
  const isFine = importsOf(from, source).every((one) => applying.every(([, , may]) => may(from, one)));
  expect(isFine).toBe(isAllowed);
});
