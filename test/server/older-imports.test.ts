/** Projects of imports before the store noted who made a project: the migration tells them from those of owners. */
import { expect, test } from 'vitest';
import { newestStatements } from '../../server/db/newest-migrations.ts';
import { engines, startService } from '../set-up/start-service.ts';
import { register } from './registering.ts';
import { importEntries, projectEntry, rows, signIn } from './scene.ts';

const columns = ['is_imported', 'import_origin', 'import_name'];

test.each(engines)('imports of an older release are found and told apart on %s', async (engine) => {
  const service = await startService(engine);
  const owner = 'owner@example.org';
  const entry = (name: string, more: object = {}) => projectEntry(name, 'https://older.example/', more);
  await importEntries(service, owner, [entry('Published Plovers')], '--publish');
  await importEntries(service, owner, [entry('Pair of Pipits'), entry('Pair of Pigeons')]);
  const byHand = await register(service, await signIn(service, owner), 'Registered Rooks', {
    goal: 'By hand',
  });
  const idOf = async (name: string) => {
    const [row] = await rows<{ id: number }>(
      service,
      `select project_id as id from projects where name = '${name}'`,
    );
    return String(row?.id);
  };
  await service.operator('correct', await idOf('Published Plovers'), 'name', 'Plovers, Corrected');
  await service.operator('correct', await idOf('Pair of Pipits'), 'origin', 'The Pipit Society');

  await rows(service, 'drop index projects_import');
  for (const column of columns) await rows(service, `alter table projects drop column ${column}`);
  for (const statement of (newestStatements['0093-imported-projects'] ?? '').split(';'))
    if (statement.trim() !== '') await rows(service, statement);
  await service.restart();

  const marked = await rows<{ name: string; import_name: string | null }>(
    service,
    'select name, import_name from projects where is_imported = 1 order by project_id',
  );
  expect(marked).toEqual([
    { name: 'Plovers, Corrected', import_name: 'Published Plovers' },
    { name: 'Pair of Pipits', import_name: 'Pair of Pipits' },
    { name: 'Pair of Pigeons', import_name: 'Pair of Pigeons' },
  ]);
  const names = ['Published Plovers', 'Pair of Pipits', 'Pair of Pigeons', 'Registered Rooks'];
  const again = await importEntries(
    service,
    owner,
    names.map((name) => entry(name, { goal: 'By import' })),
  );
  expect(again.json).toMatchObject({ added: 0, updated: 4, refused: [] });
  const goals = await rows<{ project_id: number; fields: string }>(
    service,
    'select project_id, fields from projects order by project_id',
  );
  const goalOf = ({ fields }: { fields: string }) => (JSON.parse(fields) as { goal?: string }).goal;
  expect(goals.map((row) => [Number(row.project_id) === byHand, goalOf(row)])).toEqual([
    [false, 'By import'],
    [false, 'By import'],
    [false, 'By import'],
    [true, 'By hand'],
  ]);
});
