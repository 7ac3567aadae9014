/** The floor: a bare Express 5 that parses the same form and answers as much, and does nothing else. */
import express from 'express';

const app = express();
let eventId = 10 ** 15;
app.post('/api/record_event', express.urlencoded({ extended: false }), (request, response) => {
  const { profile_id, project_id, type } = request.body as Record<string, string>;
  if (!profile_id || !project_id || !type) response.status(400).json({ result: 'error' });
  else response.json({ result: 'success', event_id: eventId++ });
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => server.close(() => process.exit(0)));
