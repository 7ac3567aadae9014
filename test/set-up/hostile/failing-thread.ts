/** A thread that does whatever a test asks, including things that no thread of the service does. */
import { answerQuestions } from '../../../server/threads/answer-questions.ts';

export type Told = { act: 'answer' | 'throw' | 'hang' | 'exit' | 'fill'; say?: string };

answerQuestions(({ act, say = '' }: Told): string => {
  if (act === 'throw') throw new Error(say);
  if (act === 'hang') for (;;);
  if (act === 'exit') process.exit(1);
  if (act === 'fill') for (const all: unknown[] = []; ;) all.push(new Array(100_000).fill({}));
  return say;
});
