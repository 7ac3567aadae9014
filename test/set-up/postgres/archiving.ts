/** The statements of docs/volume.md that archive a project, as printed there. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/built.ts';

export type Archiving = { prepare: string; move: string; vacuum: string; back: string };

export async function readArchiving(projectId: number): Promise<Archiving> {
  const page = await readFile(join(root, 'docs/volume.md'), 'utf8');
  const blocks = [...page.slice(page.indexOf('## Archiving')).matchAll(/```sql\n([^]*?)```/g)];
  const [prepare = '', moving = '', back = ''] = blocks.map(([, text = '']) =>
    text.replaceAll('12345', String(projectId)),
  );
  const [move = '', vacuum = ''] = moving.split(/^(?=vacuum)/m);
  return { prepare, move, vacuum, back };
}
