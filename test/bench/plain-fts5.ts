/** The peer of the finder: a bare Express 5 that asks the same file for the best by FTS5's own ranking. */
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import { stemOf } from '../../server/projects/stem.ts';

const database = new DatabaseSync(process.env['FILE'] ?? '', { readOnly: true });
database.exec('pragma mmap_size = 268435456');
const best = database.prepare(`select p.card from project_words w join projects p on p.project_id = w.rowid
  where project_words match ? and p.state = 'published' and p.is_hidden = 0 order by rank limit 20`);

const app = express();
app.get('/finder', (request, response) => {
  const rows = best.all(`"${stemOf(String(request.query['q']))}"`) as { card: string }[];
  response.json({ result: 'success', results: rows.map(({ card }) => JSON.parse(card) as unknown) });
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => server.close(() => process.exit(0)));
