/** The server side of a worker thread: answers questions one after another, in order of arrival. */
import { parentPort } from 'node:worker_threads';
import { sendable, type NumberedAnswer, type NumberedQuestion } from './messages.ts';

/** Serves until the service ends the thread. An error that `answer` throws is thrown in the client. */
export function answerQuestions<Question>(answer: (question: Question) => unknown): void {
  const port = parentPort;
  if (!port) throw new Error('this runs as a thread of the service');
  const answered = ({ id, question }: NumberedQuestion<Question>): NumberedAnswer => {
    try {
      return { id, value: answer(question) };
    } catch (error) {
      return { id, error: sendable(error) };
    }
  };
  port.on('message', (questions: NumberedQuestion<Question>[]) => {
    for (const one of questions) port.postMessage(answered(one));
  });
}
