/** The names that people who work together, such as the managers of a project, read for each other. */
import { sql, type RawBuilder } from 'kysely';

/** The name that a member chose, otherwise their main address; null for none. `account`: the table's name in a statement. */
export const memberName = (account: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`coalesce(nullif(${sql.ref(`${account}.name`)}, ''), (select own.address from addresses own
    where own.account_id = ${sql.ref(`${account}.account_id`)} and own.is_main = 1))`;
