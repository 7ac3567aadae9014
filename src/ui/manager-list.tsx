import type { ProjectManager } from '../contract/people-page.ts';
import { EntryCard } from './entry-card.tsx';
import { PostButton } from './post-button.tsx';

/** The name of each; members without a name are numbered, so that no two buttons have one name. */
function namesOf(managers: ProjectManager[]): string[] {
  let unnamed = 0;
  return managers.map(({ name, isYou }) => {
    if (isYou) return 'You';
    if (name !== '') return name;
    unnamed += 1;
    return unnamed === 1 ? 'A member without a name' : `A member without a name (${unnamed})`;
  });
}

type Props = {
  managers: ProjectManager[];
  /** The reader owns what they manage: may hand it over, and remove others. */
  isOwner: boolean;
  /** Where the forms are sent, with the account and the act. */
  action: string;
  /** The rights of owners, and those of the others. */
  roles: { owner: string; other: string };
  /** The reader who is no owner stops managing it here. */
  mayLeave?: true;
};

/** The people who manage a project or a widget, with what the reader may change about them. */
export function ManagerList({ managers, isOwner, action, roles, mayLeave }: Props) {
  const names = namesOf(managers);
  return (
    <ul class="cards one">
      {managers.map((manager, at) => {
        const name = names[at] ?? '';
        const leaves = mayLeave === true && manager.isYou;
        return (
          <EntryCard name={name} byline={manager.isOwner ? roles.owner : roles.other}>
            {!manager.isOwner && (isOwner || leaves) && (
              <>
                {isOwner && (
                  <PostButton
                    action={action}
                    fields={{ account: manager.id, act: 'own' }}
                    label={`Hand over to ${name}`}
                  >
                    Hand over
                  </PostButton>
                )}
                <PostButton
                  action={action}
                  fields={{ account: manager.id, act: 'remove' }}
                  look="danger"
                  label={leaves ? 'Stop managing it' : `Remove ${name}`}
                >
                  {leaves ? 'Stop managing it' : 'Remove'}
                </PostButton>
              </>
            )}
          </EntryCard>
        );
      })}
    </ul>
  );
}
