import { sql, type RawBuilder } from 'kysely';
import type { Engine } from './store.ts';

/**
 * Compares with a list of numbers in one parameter. A statement for each length would fill the cache of prepared
 * statements, and PostgreSQL compares each row with each of 500 parameters where the plan is made without their values.
 */
export const amongFor = (engine: Engine) => (column: RawBuilder<unknown>, numbers: number[]) =>
  engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql`${column} = any(string_to_array(${numbers.join(',')}, ',')::bigint[])`;
