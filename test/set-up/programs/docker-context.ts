/** The context of `docker build .`: the files that `.dockerignore` admits, by the rules of github.com/moby/patternmatcher. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

type Rule = { pattern: RegExp; isException: boolean };

/** `*` and `?` stop at a slash and match a leading dot; `**` matches any number of folders, also none. */
const asPattern = (glob: string): RegExp => {
  const parts = glob.match(/\*\*\/?|\\.|[^]/gu) ?? [];
  const source = parts.map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part === '[' || part === ']') throw new Error(`.dockerignore has a class of characters: ${glob}`);
    const character = part.length === 2 ? part.slice(1) : part;
    return /\w/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return new RegExp(`^${source.join('')}$`, 'su');
};

const rulesOf = (text: string): Rule[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      const glob = (isException ? line.slice(1).trim() : line).replace(/^\/|\/$/g, '');
      return { pattern: asPattern(glob), isException };
    });

/** Returns whether a file's path gets into the context: the last rule that matches it, or a folder above it, decides. */
export function admittedBy(dockerignore: string): (path: string) => boolean {
  const rules = rulesOf(dockerignore);
  return (path) => {
    const names = path.split('/');
    const above = names.map((_, at) => names.slice(0, at + 1).join('/'));
    const last = rules.findLast(({ pattern }) => above.some((one) => pattern.test(one)));
    return last === undefined || last.isException;
  };
}

/** The paths of all files of a folder that are admitted, except below `skipped` folders, which no rule may admit. */
export function contextOf(folder: string, dockerignore: string, skipped: string[]): string[] {
  const isAdmitted = admittedBy(dockerignore);
  const found: string[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (skipped.includes(path)) {
        if (isAdmitted(`${path}/anything`)) throw new Error(`.dockerignore admits ${path}.`);
      } else if (entry.isDirectory()) walk(path);
      else if (isAdmitted(path)) found.push(path);
    }
  };
  walk('');
  return found;
}
