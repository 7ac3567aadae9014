import type { Tools } from '../../../contract/pages/project-tools.ts';
import { PostButton } from '../../../ui/forms/post-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { Said, useWords } from '../../../ui/words/use-words.tsx';

/** The contributions that the project took back lately, and how to put them back. */
export function Retractions({ retractions, path }: Pick<Tools, 'retractions'> & { path: string }) {
  const { words, say, count } = useWords();
  const w = words.retractions;
  return (
    <>
      <p>{w.says}</p>
      <ul class="rows">
        {retractions.map(({ id, reason, events, at, until, isBack }) => (
          <li class="split">
            <span>
              <Said text={w.taken} of={{ all: count('contribution', events), date: <Time value={at} /> }} />{' '}
              <span class="quiet">{isBack ? w.isBack : w.reasons[reason]}</span>
            </span>
            {until !== undefined && (
              <PostButton
                action={`${path}/put-back`}
                fields={{ retraction_id: id }}
                label={say(w.backLabel, { all: count('contribution', events) })}
              >
                {w.back}
              </PostButton>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
