/**
 * The comparison for the finder: a bare Express 5 server that queries FTS5 by its own ranking, over the same texts in
 * an ordinary table.
 */
import { DatabaseSync } from 'node:sqlite';
import express from 'express';

const file = process.env['FILE'] ?? '';
const database = new DatabaseSync(`${file}-plain`);
database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma mmap_size = 268435456;
  attach '${file}' as service;
  create table projects (project_id integer primary key, card text not null);
  create virtual table project_words using fts5
    (title, tags, organisation, place, body, tokenize = 'porter unicode61', prefix = '2 3')`);
const texts = database.prepare(`select p.project_id, p.card, x.texts from service.projects p
  join service.project_texts x on x.project_id = p.project_id where p.state = 'published' and p.is_hidden = 0`);
const addProject = database.prepare('insert into projects values (?, ?)');
const addWords = database.prepare(`insert into project_words (rowid, title, tags, organisation, place, body)
  values (?, ?, ?, ?, ?, ?)`);
database.exec('begin');
for (const row of texts.all() as { project_id: number; card: string; texts: string }[]) {
  const [title = '', tags = '', organisation = '', place = '', body = ''] = row.texts.split(' || ');
  addProject.run(row.project_id, row.card);
  addWords.run(row.project_id, title, tags, organisation, place, body);
}
database.exec('commit; detach service');
const best =
  database.prepare(`select p.card from project_words join projects p on p.project_id = project_words.rowid
  where project_words match ? order by rank limit 20`);

const app = express();
app.get('/finder', (request, response) => {
  const words = String(request.query['q']).split(' ');
  const rows = best.all(words.map((word) => `"${word}"`).join(' ')) as { card: string }[];
  response.json({ result: 'success', results: rows.map(({ card }) => JSON.parse(card) as unknown) });
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => server.close(() => process.exit(0)));
