/** Acts on something that somebody else may have changed since the form was opened. */
import type { ChangedPage } from '../../src/contract/pages/review.ts';
import type { PageAnswer, Visit } from './pages.ts';

/** This was changed meanwhile: nothing was done, and the person reads what the other one did. */
export class ChangedMeanwhile extends Error {
  readonly about: Omit<ChangedPage, 'texts'>;
  constructor(about: Omit<ChangedPage, 'texts'>) {
    super('changed meanwhile');
    this.about = about;
  }
}

/** The fields that nobody types. */
const chosen = new Set(['act', 'answer', 'field', 'form', 'id', 'key', 'project', 'sure', 'version']);

const typedIn = (fields: Visit['fields']): string[] =>
  Object.entries(fields)
    .filter(([name]) => !chosen.has(name))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string')
    .filter((value) => value.trim() !== '');

/** Answers a form, or says what somebody else did meanwhile, with everything that was typed. */
export async function toldOfChanges(
  { fields }: Pick<Visit, 'fields'>,
  answer: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    return {
      name: 'changed',
      title: 'This was changed meanwhile',
      status: 409,
      data: { ...error.about, texts: typedIn(fields) },
    };
  }
}
