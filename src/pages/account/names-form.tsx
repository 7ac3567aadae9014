import type { AccountFault, Names } from '../../contract/pages/account.ts';
import { guardianPath } from '../../contract/pages/guardian.ts';
import { Fold } from '../../ui/fold.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { Field } from '../../ui/forms/text-field.tsx';

type Props = {
  names: Names;
  userId: number;
  hasGuardian: boolean;
  fault: AccountFault | undefined;
  isOpen: boolean;
};

const fields = [
  { name: 'handle', autocomplete: 'nickname', max: 40 },
  { name: 'firstName', autocomplete: 'given-name', max: 80 },
  { name: 'lastName', autocomplete: 'family-name', max: 80 },
] as const;

/** Names are optional, and what the public page shows of them is chosen one by one. */
export function NamesForm({ names, userId, hasGuardian, fault, isOpen }: Props) {
  const w = useWords().words.account;
  return (
    <Fold
      id="names"
      heading="h2"
      title={w.names}
      state={names.handle || `${names.firstName} ${names.lastName}`.trim()}
      isOpen={isOpen}
    >
      <SaidParagraph text={w.namesSay} of={{ page: <a href={`/people/${userId}`}>{w.publicPage}</a> }} />
      <form method="post" action="/account/names" class="stack">
        {fields.map(({ name, autocomplete, max }) => (
          <Field id={name} label={w[name]} fault={fault?.field === name ? fault.text : undefined}>
            {(control) => (
              <input {...control} value={names[name]} maxLength={max} autocomplete={autocomplete} />
            )}
          </Field>
        ))}
        {hasGuardian ? (
          <p class="quiet">
            <Said text={w.guarded} of={{ page: <a href={guardianPath}>{guardianPath}</a> }} />
          </p>
        ) : (
          <Shown names={names} />
        )}
        <button class="button primary">{w.save}</button>
      </form>
    </Fold>
  );
}

function Shown({ names }: Pick<Props, 'names'>) {
  const w = useWords().words.account;
  const labels = { handle: w.showHandle, name: w.showName, totals: w.showTotals, projects: w.showProjects };
  return (
    <fieldset class="checks">
      <legend>{w.show}</legend>
      {(['handle', 'name', 'totals', 'projects'] as const).map((part) => (
        <label class="check">
          <input type="checkbox" name={`show_${part}`} value="yes" checked={names.shows.includes(part)} />
          <span>{labels[part]}</span>
        </label>
      ))}
    </fieldset>
  );
}
