/**
 * Schema changes that the release before can work with (expand and contract): those that only add. The store notes
 * their names, so that a release that does not know them still starts.
 */
import { sql } from 'kysely';
import { laterStatements } from './migrations.ts';
import type { Database } from '../store.ts';

/**
 * Whether statements only add: tables, indexes, and columns that an insert may leave out. A unique index counts if only
 * rows with something new can be in it, and an update if it fills a new column.
 */
export function isExpansion(statements: string): boolean {
  const added = new Set<string>();
  return statements
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '')
    .every((statement) => onlyAdds(statement, added));
}

/** `added`: the tables, and the columns as `table.column`, that the statements before have added. */
function onlyAdds(statement: string, added: Set<string>): boolean {
  const table = /^create table (\w+)/.exec(statement)?.[1];
  if (table !== undefined) {
    added.add(table);
    return true;
  }
  const column = /^alter table (\w+) add column (\w+) (.*)$/.exec(statement);
  if (column) {
    added.add(`${column[1]}.${column[2]}`);
    const type = column[3] ?? '';
    return !/\b(unique|primary key|references|check)\b/.test(type) && !/not null(?! default)/.test(type);
  }
  if (/^create index /.test(statement)) return true;
  const unique = /^create unique index \w+ on (\w+) \([^)]*\)(?: where (\w+) is not null)?$/.exec(statement);
  if (unique) return added.has(unique[1] ?? '') || added.has(`${unique[1]}.${unique[2]}`);
  const filled = /^update (\w+) set (\w+) = (.*)$/.exec(statement);
  return filled !== null && added.has(`${filled[1]}.${filled[2]}`) && !/, \w+ = /.test(filled[3] ?? '');
}

const setting = 'expansions';

/** Notes the names for releases before this one, if they are not noted yet. */
export async function noteExpansions(db: Database): Promise<void> {
  const names = Object.entries(laterStatements).flatMap(([name, text]) => (isExpansion(text) ? [name] : []));
  const noted = await notedExpansions(db);
  if (names.every((name) => noted.has(name))) return;
  const value = JSON.stringify([...new Set([...noted, ...names])]);
  await db
    .insertInto('settings')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The migrations that a release before the one that made them can work with. */
export async function notedExpansions(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`select value from settings where name = ${setting}`.execute(
    db,
  );
  return new Set(JSON.parse(rows[0]?.value ?? '[]') as string[]);
}
