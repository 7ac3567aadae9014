import type { Manager } from '../../contract/pages/people.ts';
import { EntryCard } from '../../ui/entry-card.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';

type Props = {
  managers: Manager[];
  /** The reader owns what they manage: may hand it over, and remove others. */
  isOwner: boolean;
  /** Where the forms are sent, with the account and the act. */
  action: string;
};

/** The people who manage a thing, with what the reader may change about them. */
export function ManagerList({ managers, isOwner, action }: Props) {
  const { words, say } = useWords();
  const w = words.managers;
  return (
    <ul class="cards one">
      {managers.map((manager) => {
        const name = manager.isYou ? w.you : manager.name;
        return (
          <EntryCard name={name} byline={manager.isOwner ? w.owner : w.coManager}>
            {!manager.isOwner && isOwner && (
              <>
                <PostButton
                  action={action}
                  fields={{ account: manager.id, act: 'own' }}
                  label={say(w.handOverNamed, { name })}
                >
                  {w.handOver}
                </PostButton>
                <PostButton
                  action={action}
                  fields={{ account: manager.id, act: 'remove' }}
                  look="danger"
                  label={say(w.removeNamed, { name })}
                >
                  {w.remove}
                </PostButton>
              </>
            )}
          </EntryCard>
        );
      })}
    </ul>
  );
}
