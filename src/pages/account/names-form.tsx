import type { AccountFault, Names } from '../../contract/account-page.ts';
import { guardianPath } from '../../contract/guardian-page.ts';

type Props = { names: Names; userId: number; hasGuardian: boolean; fault: AccountFault | undefined };

const fields = [
  { name: 'handle', label: 'The name that you go by here', autocomplete: 'nickname', most: 40 },
  { name: 'firstName', label: 'First name', autocomplete: 'given-name', most: 80 },
  { name: 'lastName', label: 'Last name', autocomplete: 'family-name', most: 80 },
] as const;

/** Names are optional, and what the public page shows of them is chosen one by one. */
export function NamesForm({ names, userId, hasGuardian, fault }: Props) {
  return (
    <section aria-labelledby="names">
      <h2 id="names">Your names</h2>
      <p>
        All of them are optional. Nobody sees them, unless you tick what{' '}
        <a href={`/people/${userId}`}>your public page</a> shows, or allow a site to see your names.
      </p>
      <form method="post" action="/account/names" class="stack">
        {fields.map(({ name, label, autocomplete, most }) => {
          const wrong = fault?.field === name ? fault.text : undefined;
          return (
            <div class="field">
              <label for={name}>{label}</label>
              <input
                id={name}
                name={name}
                value={names[name]}
                maxLength={most}
                autocomplete={autocomplete}
                aria-invalid={wrong !== undefined}
                aria-describedby={wrong === undefined ? undefined : `${name}-fault`}
              />
              {wrong !== undefined && (
                <p class="field-fault" id={`${name}-fault`}>
                  {wrong}
                </p>
              )}
            </div>
          );
        })}
        {hasGuardian ? (
          <p class="quiet">
            Your public page shows nothing, because you joined with a parent or guardian. When you are 16,
            they can make the account yours alone: by the link in their mail, or at{' '}
            <a href={guardianPath}>{guardianPath}</a>.
          </p>
        ) : (
          <Shown names={names} />
        )}
        <button class="button primary">Save</button>
      </form>
    </section>
  );
}

const Shown = ({ names }: Pick<Props, 'names'>) => (
  <fieldset class="checks">
    <legend>Show on your public page</legend>
    <label class="check">
      <input type="checkbox" name="show_handle" value="yes" checked={names.shows.includes('handle')} />
      <span>The name that you go by</span>
    </label>
    <label class="check">
      <input type="checkbox" name="show_name" value="yes" checked={names.shows.includes('name')} />
      <span>First and last name</span>
    </label>
    <label class="check">
      <input type="checkbox" name="show_totals" value="yes" checked={names.shows.includes('totals')} />
      <span>How many contributions, projects and hours are credited to you</span>
    </label>
    <label class="check">
      <input type="checkbox" name="show_projects" value="yes" checked={names.shows.includes('projects')} />
      <span>The projects that you contributed to</span>
    </label>
  </fieldset>
);
