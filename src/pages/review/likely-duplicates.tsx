import type { LikelyDuplicate } from '../../contract/pages/add.ts';
import type { ProjectHead } from '../../contract/pages.ts';
import { Notice } from '../../ui/notice.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

type Props = { likelyDuplicates: LikelyDuplicate[]; id: number; comparedWith: ProjectHead | undefined };

/** Projects that may be the same one, each with the way to see both next to each other. */
export function LikelyDuplicates({ likelyDuplicates, id, comparedWith }: Props) {
  const w = useWords().words.add;
  if (likelyDuplicates.length === 0 && !comparedWith) return null;
  return (
    <Notice kind="note">
      {likelyDuplicates.length > 0 && (
        <>
          <p>
            <strong>Possible duplicates</strong>
          </p>
          <ul>
            {likelyDuplicates.map((one) => (
              <li>
                <Said text={w.same[one.why]} of={{ project: <a href={one.path}>{one.title}</a> }} />
                {': '}
                <a href={`/review/${id}?with=${one.id}`} aria-label={`Compare with ${one.title}`}>
                  compare
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {comparedWith && (
        <p>
          Compared with <a href={comparedWith.path}>{comparedWith.title}</a>, number {comparedWith.id}, below.{' '}
          <a href={`/review/${id}`}>End the comparison</a>
        </p>
      )}
    </Notice>
  );
}
