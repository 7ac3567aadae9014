/** A steady load of contributions through the proxies, each sent again until it is acknowledged. */
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

const senders = 12;
/** Milliseconds between two contributions of a sender. */
const pause = 40;

export type Owner = { key: string; projectId: number; profiles: number[] };
type Reply = { status: number; text: string };

/** The certificates are made for the rehearsal, so nothing vouches for them. */
const post = (port: number, path: string, body: object) =>
  new Promise<Reply>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        rejectUnauthorized: false,
        timeout: 30_000,
        headers: { host: `localhost:${port}`, 'content-type': 'application/json' },
      },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text })).on('error', reject);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', reject).end(JSON.stringify(body));
  });

export class Load {
  /** The numbers of acknowledged contributions, with the ids that they got. */
  readonly acknowledged = new Map<number, number>();
  /** Replies that neither acknowledge nor say that it should be tried again. */
  readonly surprises = new Set<string>();
  /** Requests that were cut off or refused for the moment. */
  tries = 0;
  /** Ports of proxies, which take turns. */
  ports: number[] = [];
  readonly #owner: Owner;
  #next = 0;
  #isOn = false;
  #running: Promise<void>[] = [];

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  start(...ports: number[]): void {
    this.ports = ports;
    this.#isOn = true;
    this.#running = Array.from({ length: senders }, async () => {
      while (this.#isOn) {
        await this.#send(++this.#next);
        await sleep(pause);
      }
    });
  }

  /** Resolves when every contribution that was begun is acknowledged. */
  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#running);
  }

  /** Waits for this many further contributions. */
  async untilMore(count: number): Promise<void> {
    for (const until = this.acknowledged.size + count; this.acknowledged.size < until;) await sleep(20);
  }

  /** Sends everything again, as owners do after a restored backup: contributions that are there already count once. */
  async sendAgain(port: number): Promise<void> {
    this.ports = [port];
    const numbers = [...this.acknowledged.keys()];
    await Promise.all(
      Array.from({ length: senders }, async () => {
        for (let number = numbers.pop(); number !== undefined; number = numbers.pop())
          await this.#send(number);
      }),
    );
  }

  async #send(number: number): Promise<void> {
    const { key, projectId, profiles } = this.#owner;
    for (;;) {
      const port = this.ports[number % this.ports.length] ?? 0;
      const reply = await post(port, '/api/record_event', {
        key,
        project_id: projectId,
        profile_id: profiles[number % profiles.length],
        type: number % 3 ? 'collection' : 'classification',
        duration: number % 900,
        idempotency_key: `event ${number}`,
      }).catch(() => undefined);
      if (reply?.status === 200) {
        this.acknowledged.set(number, (JSON.parse(reply.text) as { event_id: number }).event_id);
        return;
      }
      this.tries += 1;
      if (reply && ![429, 502, 503, 504].includes(reply.status)) {
        this.surprises.add(`${reply.status} ${reply.text.slice(0, 300)}`);
        return;
      }
      await sleep(100);
    }
  }
}
