/** Which statements PostgreSQL keeps prepared on a connection of the service. */
import { beforeEach, expect, inject, test } from 'vitest';
import { openConnections, type PostgresConnections } from '../../server/db/postgres/connections.ts';
import { afterFile } from '../set-up/after-file.ts';

let connections: PostgresConnections;

beforeEach(() => {
  const opened = openConnections(inject('postgresUrl'), { max: 1 });
  connections = opened;
  afterFile(() => opened.end());
});

const send = async (text: string, times = 1) => {
  for (let time = 0; time < times; time++) await connections.query(text, [1]);
};
const prepared = async () => {
  const { rows } = await connections.query<{ statement: string }>(
    'select statement from pg_prepared_statements',
  );
  return rows.map(({ statement }) => statement);
};

test('a statement is prepared when it is sent again, however many were sent once before', async () => {
  for (let n = 0; n < 1500; n++) await send(`select $1::integer + ${n}`);
  expect(await prepared()).toEqual([]);
  await send('select $1::integer', 3);
  expect(await prepared()).toEqual(['select $1::integer']);
});

test('with ever new statements that are sent again, a connection keeps a bounded number, and the next ones are prepared, too', async () => {
  for (let n = 0; n < 1200; n++) await send(`select $1::integer - ${n}`, 2);
  const kept = await prepared();
  expect(kept.length).toBeLessThanOrEqual(1000);
  expect(kept).toContain('select $1::integer - 1199');
});
