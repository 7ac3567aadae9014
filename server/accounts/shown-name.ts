import { nameText } from '../../src/contract/fields/name-text.ts';
import type { FormFields } from '../http/bodies/form-fields.ts';
import { badField, Refusal } from '../http/refusal.ts';

const shape = nameText('the name', 80);

/** The name that a person shows to others, such as the leaders of their group; nothing of one with a guardian is. */
export function shownName({ name: typed }: FormFields, names?: { hasGuardian: boolean }): string {
  if (names?.hasGuardian)
    throw new Refusal('invalid', 'Nothing of an account with a guardian is shown by name.');
  const name = shape.safeParse(typed);
  if (!name.success) throw badField('name', name.error.issues[0]?.message ?? 'must be text');
  return name.data;
}
