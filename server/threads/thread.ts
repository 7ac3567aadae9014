/** A worker thread as seen from the service: it starts with the first question, and anew with the next after it ended. */
import type { Worker } from 'node:worker_threads';
import { raise, sendable, type Answered, type Asked, type SentError } from './messages.ts';

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

export class Thread<Question> {
  readonly #start: () => Worker;
  readonly #gone: SentError;
  #worker: Worker | undefined;
  #next = 0;
  #collected: Asked<Question>[] = [];
  readonly #waiting = new Map<number, Waiting>();

  /** A thread that ends while it is asked throws `<NAME>_GONE`, such as `WRITER_GONE`. */
  constructor(name: string, start: () => Worker) {
    this.#start = start;
    this.#gone = {
      message: `the ${name} thread ended`,
      code: `${name.toUpperCase().replaceAll(' ', '_')}_GONE`,
    };
  }

  /** Absent while no thread runs. A thread that ended takes with it what it had begun. */
  get worker(): Worker | undefined {
    return this.#worker;
  }

  /** Throws what the thread threw, and `…_GONE` where it ended without an answer. */
  ask<Answer>(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#running().postMessage([this.#asked(question, { resolve, reject })]);
    });
  }

  /** As `ask`, but what one turn of the event loop asks goes over together: each message wakes the other thread. */
  askTogether<Answer>(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#collected.push(this.#asked(question, { resolve, reject }));
      if (this.#collected.length > 1) return;
      setImmediate(() => {
        this.#running().postMessage(this.#collected);
        this.#collected = [];
      });
    });
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #asked(question: Question, waiting: Waiting): Asked<Question> {
    const id = this.#next++;
    this.#waiting.set(id, waiting);
    return { id, question };
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = (this.#worker = this.#start());
    worker.on('message', ({ id, value, error }: Answered) => {
      const caller = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) caller?.reject(raise(error));
      else caller?.resolve(value as never);
    });
    let why = this.#gone;
    worker.on('error', (error) => (why = { ...sendable(error), code: this.#gone.code }));
    // Callers that wait are told, and why. In SQLite's threads nothing is lost but what was not committed.
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(raise(why));
      this.#waiting.clear();
    });
    return worker;
  }
}
