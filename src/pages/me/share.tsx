import type { ParticipantsShare } from '../../contract/pages/me.ts';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

/** A person's contributions, hours and latest day in one project. */
export function Share({ events, hours, last }: Omit<ParticipantsShare, 'project'>) {
  const { words, count, duration } = useWords();
  return (
    <>
      {count('contribution', events)}
      {hours > 0 && <> · {duration(hours)}</>}
      {last !== '' && (
        <>
          {' '}
          · <Said text={words.me.last} of={{ date: <Time value={last} /> }} />
        </>
      )}
    </>
  );
}
