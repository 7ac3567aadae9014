/** The worker thread for long project bodies: takes the bytes, returns the fields to store or a refusal. */
import { fieldsOf } from '../../http/bodies/body.ts';
import type { UnreadBody } from '../../http/bodies/body.ts';
import { type FieldFault, Refusal } from '../../http/refusal.ts';
import { slugNames } from '../../http/slug-names.ts';
import type { RefusalCode } from '../../../src/contract/api/refusals.ts';
import { answerQuestions } from '../../threads/answer-questions.ts';
import { readSent, type SentProject } from './read-sent.ts';

/** `contact`: as in `readSent`. */
export type Unread = Omit<UnreadBody, 'onAlias'> & { contact: string | undefined };
/** `isAlias`: whether the body has `<slug>_id` instead of `service_id`. */
export type ReadApart = { isAlias: boolean } & (
  { sent: SentProject } | { refused: { code: RefusalCode; message: string; fields: FieldFault[] } }
);

answerQuestions(({ query, slug, contact, ...body }: Unread): ReadApart => {
  let isAlias = false;
  try {
    const fields = { ...query, ...fieldsOf(body) };
    isAlias = slugNames(slug).take(fields);
    return { isAlias, sent: readSent(fields, contact) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, fields } = error;
    return { isAlias, refused: { code, message, fields } };
  }
});
