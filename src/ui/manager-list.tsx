import type { ProjectManager } from '../contract/people-page.ts';
import { PostButton } from './post-button.tsx';

const named = ({ name, isYou }: ProjectManager) => (isYou ? 'You' : name || 'A member without a name');

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
export const ManagerList = ({ managers, isOwner, action, roles, mayLeave }: Props) => (
  <ul class="cards one">
    {managers.map((manager) => {
      const leaves = mayLeave === true && manager.isYou;
      return (
        <li class="card split">
          <div>
            <h3>{named(manager)}</h3>
            <p class="byline">{manager.isOwner ? roles.owner : roles.other}</p>
          </div>
          {!manager.isOwner && (isOwner || leaves) && (
            <div class="answers">
              {isOwner && (
                <PostButton
                  action={action}
                  fields={{ account: manager.id, act: 'own' }}
                  label={`Hand over to ${named(manager)}`}
                >
                  Hand over
                </PostButton>
              )}
              <PostButton
                action={action}
                fields={{ account: manager.id, act: 'remove' }}
                look="danger"
                label={leaves ? 'Stop managing it' : `Remove ${named(manager)}`}
              >
                {leaves ? 'Stop managing it' : 'Remove'}
              </PostButton>
            </div>
          )}
        </li>
      );
    })}
  </ul>
);
