/** Where a store has a number, such as that of an account: every table and column of whole numbers is read. */
import type { Rows } from './rows.ts';
import type { Engine } from './start-service.ts';

/** `table.column` of each column that has the number in some row. Numbers of accounts and profiles are random. */
export async function columnsWith(rows: Rows, engine: Engine, id: number): Promise<string[]> {
  const columns = await rows.all<{ tbl: string; col: string }>(
    engine === 'sqlite'
      ? `select m.name as tbl, c.name as col from sqlite_master m, pragma_table_info(m.name) c
          where m.type = 'table' and m.sql not like 'create virtual%' and c.type like '%int%'`
      : `select c.table_name as tbl, c.column_name as col from information_schema.columns c
          join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
          where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'bigint'`,
  );
  const byTable = Map.groupBy(columns, ({ tbl }) => tbl);
  const found: string[] = [];
  for (const [table, some] of byTable) {
    const flags = some.map(({ col }) => `max(case when "${col}" = ${id} then 1 else 0 end) as "${col}"`);
    const [row = {}] = await rows.all<Record<string, number | null>>(
      `select ${flags.join(', ')} from "${table}"`,
    );
    for (const [column, has] of Object.entries(row)) if (Number(has) === 1) found.push(`${table}.${column}`);
  }
  return found.sort();
}
