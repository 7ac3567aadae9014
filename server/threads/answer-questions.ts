/** The server side of a worker thread: answers questions one after another, in order of arrival. */
import { parentPort } from 'node:worker_threads';
import { sendable, type NumberedAnswer, type NumberedQuestion } from './messages.ts';

/** Serves until the service ends the thread. An error that `answer` throws, at once or later, is thrown in the client. */
export function answerQuestions<Question>(answer: (question: Question) => unknown): void {
  const port = parentPort;
  if (!port) throw new Error('this runs as a thread of the service');
  const send = (answered: NumberedAnswer) => port.postMessage(answered);
  port.on('message', (questions: NumberedQuestion<Question>[]) => {
    for (const { id, question } of questions) {
      const fail = (error: unknown) => send({ id, error: sendable(error) });
      try {
        const value = answer(question);
        if (value instanceof Promise) value.then((found: unknown) => send({ id, value: found }), fail);
        else send({ id, value });
      } catch (error) {
        fail(error);
      }
    }
  });
}
