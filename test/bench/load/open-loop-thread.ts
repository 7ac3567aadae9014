/**
 * The thread that sends an open-loop load: each request at its due time, whether or not earlier ones were answered. It
 * reads and writes raw HTTP/1.1, because a client library costs more than the service does. See open-loop.ts.
 */
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadOfThread, Reply } from './open-loop.ts';

const { port, requests, phases, connections } = workerData as LoadOfThread;

type Client = { socket: Socket; sent: Reply | undefined; received: string };

const replies: Reply[] = [];
const free: Client[] = [];
/** Due, but without a free connection. */
const queue: Reply[] = [];
let open = 0;
let next = 0;
let isOver = false;

const headEnd = '\r\n\r\n';

function openClient(): void {
  open += 1;
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  const client: Client = { socket, sent: undefined, received: '' };
  socket.once('connect', () => take(client));
  socket.on('data', (part: string) => {
    // A connection that was opened for a burst and never used ends with a 408.
    if (!client.sent) return void socket.destroy();
    client.received += part;
    read(client);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    open -= 1;
    const at = free.indexOf(client);
    if (at >= 0) free.splice(at, 1);
    // A status of 0: the connection ended without a reply.
    if (client.sent) end(client, 0);
    if (!isOver && queue.length > 0 && open < connections) setTimeout(openClient, 10);
  });
}

function read(client: Client): void {
  const { received } = client;
  const head = received.indexOf(headEnd);
  if (head < 0) return;
  const length = Number(/\r\ncontent-length: (\d{1,9})/i.exec(received)?.[1] ?? 0);
  const whole = head + headEnd.length + length;
  if (received.length < whole) return;
  const isLast = /\r\nconnection: close/i.test(received.slice(0, head));
  client.received = received.slice(whole);
  end(client, Number(received.slice(9, 12)));
  if (isLast) client.socket.destroy();
  else take(client);
}

function end(client: Client, status: number): void {
  const reply = client.sent as Reply;
  client.sent = undefined;
  reply.endedAt = performance.now();
  reply.status = status;
}

/** Sends the oldest waiting request on this connection, or keeps the connection for a later one. */
function take(client: Client): void {
  const waiting = queue.shift();
  if (waiting) send(client, waiting);
  else if (isSaturating() && !isOver) send(client, due(performance.now()));
  else free.push(client);
}

function send(client: Client, reply: Reply): void {
  client.sent = reply;
  reply.sentAt = performance.now();
  client.socket.write(requests[next++ % requests.length] as string);
}

function due(at: number): Reply {
  const reply: Reply = { dueAt: at, sentAt: NaN, endedAt: NaN, status: NaN };
  replies.push(reply);
  return reply;
}

let phase = 0;
/** Per phase, the requests for which no connection became free. */
const unsent: number[] = [];
const isSaturating = () => phases[phase]?.perSecond === Infinity;

function run(): void {
  const started = performance.now();
  let began = started;
  let sent = 0;
  const bounds = [started];
  const tick = () => {
    const now = performance.now();
    const current = phases[phase];
    if (!current) return finish(started, bounds);
    if (current.perSecond === Infinity) while (free.length > 0) send(free.pop() as Client, due(now));
    else {
      const wanted = Math.floor((Math.min(now - began, current.seconds * 1000) / 1000) * current.perSecond);
      for (; sent < wanted; sent++) offer(began + (sent / current.perSecond) * 1000);
    }
    if (now - began >= current.seconds * 1000) {
      phase += 1;
      sent = 0;
      queue.length = 0;
      began = now;
      bounds.push(now);
      parentPort?.postMessage('phase');
    }
    setTimeout(tick, 1);
  };
  parentPort?.postMessage('phase');
  tick();
}

function offer(at: number): void {
  const client = free.pop();
  if (client) return send(client, due(at));
  if (open < connections) openClient();
  // As many wait as there are connections; one more is not sent at all.
  if (queue.length < connections) queue.push(due(at));
  else unsent[phase] = (unsent[phase] ?? 0) + 1;
}

function finish(started: number, bounds: number[]): void {
  isOver = true;
  // Two seconds for the last replies.
  setTimeout(() => {
    parentPort?.postMessage({
      unsent,
      bounds: bounds.map((at) => at - started),
      replies: Float64Array.from(
        replies.flatMap(({ dueAt, sentAt, endedAt, status }) => [
          dueAt - started,
          sentAt - started,
          endedAt - started,
          status,
        ]),
      ),
    });
  }, 2000);
}

// Opened before the first is due; others follow when they are needed.
for (let count = 0; count < Math.min(connections, 64); count++) openClient();
setTimeout(run, 300);
