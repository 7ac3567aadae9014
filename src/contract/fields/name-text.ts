/** The kind of field for names: they end up in mails and pages of ours. */
import { fault, field } from './field.ts';
import { text } from './kinds.ts';
import { holdsLink } from './foreign-link.ts';

/** A name of something or somebody: it ends up in mails and pages of ours, so it holds no link. */
export const nameText = (description: string, max: number) => {
  const any = text(description, max);
  return field(
    {
      longest: 2 * max,
      tooLong: `must be at most ${max} characters`,
      read: (value) => {
        const read = any.safeParse(value);
        if (!read.success) return fault(read.error.issues[0]?.message ?? 'must be text');
        return holdsLink(read.data) ? fault('must be a name without a link') : read.data;
      },
    },
    description,
    { type: 'string', maxLength: max, pattern: '\\S' },
  );
};
