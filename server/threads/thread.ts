/**
 * The client of a worker thread. The thread starts with the first question; after it ended, the next question starts
 * another. An idle thread takes 10 MB.
 */
import type { Worker } from 'node:worker_threads';
import { raise, sendable, type NumberedAnswer, type NumberedQuestion, type SentError } from './messages.ts';

type WaitingCall = { resolve: (value: never) => void; reject: (error: Error) => void };

/** After five minutes without a question, a thread that few need ends. */
export const idleMilliseconds = 300_000;

export class Thread<Question> {
  readonly #start: () => Worker;
  readonly #gone: SentError;
  readonly #idle: number | undefined;
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #next = 0;
  #collected: NumberedQuestion<Question>[] = [];
  readonly #waiting = new Map<number, WaitingCall>();

  /**
   * If the thread ends before it answers, `ask` throws `<NAME>_GONE`, such as `WRITER_GONE`. `idle`: after so many
   * milliseconds without a question the thread ends; without it, it stays.
   */
  constructor(name: string, start: () => Worker, idle?: number) {
    this.#start = start;
    this.#idle = idle;
    this.#gone = {
      message: `the ${name} thread ended`,
      code: `${name.toUpperCase().replaceAll(' ', '_')}_GONE`,
    };
  }

  /**
   * Undefined while no thread runs. A new thread has nothing of the state of the previous one, such as an open
   * transaction.
   */
  get worker(): Worker | undefined {
    return this.#worker;
  }

  /** Returns the thread's answer. Throws what the thread threw, or `…_GONE` if it ended first. */
  ask<Answer>(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#running().postMessage([this.#asked(question, { resolve, reject })]);
    });
  }

  /**
   * Like `ask`, but sends all questions of one event-loop turn in one message, because each message wakes the thread.
   */
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

  #asked(question: Question, waiting: WaitingCall): NumberedQuestion<Question> {
    const id = this.#next++;
    this.#waiting.set(id, waiting);
    return { id, question };
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = (this.#worker = this.#start());
    worker.on('message', ({ id, value, error }: NumberedAnswer) => {
      const caller = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) caller?.reject(raise(error));
      else caller?.resolve(value as never);
      if (this.#waiting.size === 0) this.#rest();
    });
    let why = this.#gone;
    worker.on('error', (error) => (why = { ...sendable(error), code: this.#gone.code }));
    // SQLite's threads lose nothing that was committed.
    worker.on('exit', () => {
      // It ended because nothing waited; another may have been started since.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(raise(why));
      this.#waiting.clear();
    });
    return worker;
  }

  #rest() {
    if (this.#idle === undefined) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#waiting.size > 0) return;
      const worker = this.#worker;
      this.#worker = undefined;
      void worker?.terminate();
    }, this.#idle).unref();
  }
}
