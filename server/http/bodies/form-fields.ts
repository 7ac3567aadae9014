/** The fields of a page's address or form: texts and nothing else, so that no handler meets an object or a number. */
import type { RequestFields } from './body.ts';
import { badFields, Refusal } from '../refusal.ts';

/** An object without inherited names: `constructor` is a field only if somebody sent it. */
export type FormFields = Readonly<Record<string, string>>;

/** `lists`: the fields that take a list, where it was sent as one; its first text is also in `fields`. */
export type SentForm = { fields: FormFields; lists: Readonly<Record<string, readonly string[]>> };

/** Reads the fields of a form; refuses all that are not text, such as objects in JSON. */
export function formOf(request: RequestFields): SentForm {
  const fields: Record<string, string> = Object.create(null);
  const lists: Record<string, readonly string[]> = Object.create(null);
  const faults: string[] = [];
  for (const [name, value] of Object.entries(request)) {
    const texts = [value].flat();
    if (!texts.every(isText)) faults.push(name.slice(0, longestName));
    else if (Array.isArray(value) && texts.length > 0) lists[name] = texts;
    const [first] = texts;
    if (isText(first)) fields[name] = first;
  }
  if (faults.length > 0)
    throw badFields(faults.map((field) => ({ field, message: 'must be text; send the form of the page' })));
  return { fields, lists };
}

/** Characters of a name that is repeated in a refusal. */
const longestName = 60;

/** PostgreSQL stores no NUL, and half a surrogate pair has no UTF-8 form; browsers send neither. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

/** The refusal of a form that lacks a field which the page puts into it. */
export const incomplete = () => new Refusal('invalid', 'This form is not complete; open the page again.');

/** The token that a page puts into its form, so that a form that is sent twice acts once. */
export function formIn({ fields: { form = '' } }: { fields: FormFields }): string {
  if (!/^[\w-]{43}$/.test(form)) throw incomplete();
  return form;
}
