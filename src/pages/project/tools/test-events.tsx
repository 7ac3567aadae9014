import { PostButton } from '../../../ui/forms/post-button.tsx';
import { useWords } from '../../../ui/words/use-words.tsx';

type Props = { path: string; tests: number; from: 'tools' | 'stats' };

/** Deletes the test events, as publication does. */
export function DropTests({ path, tests, from }: Props) {
  const { words, say, count } = useWords();
  return (
    <PostButton action={`${path}/drop-tests`} fields={{ from }} look="danger">
      {say(words.testEvents.drop, { tests: count('testEvent', tests) })}
    </PostButton>
  );
}

/** The events from before the publication. */
export function TestEvents({ path, tests }: Omit<Props, 'from'>) {
  const { words, say, count } = useWords();
  const w = words.testEvents;
  return tests === 0 ? (
    <p>{w.none}</p>
  ) : (
    <>
      <p>{say(w.some, { tests: count('testEvent', tests) })}</p>
      <DropTests path={path} tests={tests} from="tools" />
    </>
  );
}
