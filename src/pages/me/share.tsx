import type { ParticipantsShare } from '../../contract/pages/me.ts';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

/** A person's contributions, hours and latest day in one project. */
export function Share({ events, hours, last }: Omit<ParticipantsShare, 'project'>) {
  const { words, count } = useWords();
  return (
    <>
      {count('contribution', events)}
      {hours > 0 && <> · {count('hour', hours)}</>}
      {last !== '' && (
        <>
          {' '}
          · <Said text={words.me.last} of={{ date: <Time value={last} /> }} />
        </>
      )}
    </>
  );
}
