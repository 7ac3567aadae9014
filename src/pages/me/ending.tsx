import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/** While the deletion of the account can be taken back. */
export function Ending({ ends }: { ends: string | undefined }) {
  const { words, say, date } = useWords();
  if (ends === undefined) return null;
  return (
    <Notice kind="note">
      <p>{say(words.delete.pending, { date: date(ends) })}</p>
      <PostButton action="/account/keep" look="primary">
        {words.delete.keepIt}
      </PostButton>
    </Notice>
  );
}
