/**
 * The floor: a bare Express 5 server that parses the same requests, sends equally long replies, and does nothing more.
 */
import { readFileSync } from 'node:fs';
import express from 'express';

const app = express();
let eventId = 10 ** 15;
app.post('/api/record_event', express.urlencoded({ extended: false }), (request, response) => {
  const { profile_id, project_id, type } = request.body as Record<string, string>;
  if (!profile_id || !project_id || !type) response.status(400).json({ result: 'error' });
  else response.json({ result: 'success', event_id: eventId++ });
});
app.get('/api/profile/id', (request, response) => {
  const { identifier, hashed, key } = request.query;
  if (!(identifier ?? hashed) || !key) response.status(400).json({ result: 'error' });
  else response.json({ result: 'success', service_profile_id: eventId++, known: false });
});
/** The file into which the bench put the service's reply: replies have its length. */
const file = process.env['FLOOR_REPLY'];
const reply = file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as object);
app.get('/finder', (request, response) => {
  const { q, key } = request.query;
  if (q === undefined || !key) response.status(400).json({ result: 'error' });
  else response.json(reply);
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => server.close(() => process.exit(0)));
