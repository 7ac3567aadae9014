import { type LikelyDuplicate, duplicateWords } from '../../contract/pages/add.ts';
import type { ProjectHead } from '../../contract/pages.ts';
import { Notice } from '../../ui/notice.tsx';

type Props = { likelyDuplicates: LikelyDuplicate[]; id: number; comparedWith: ProjectHead | undefined };

/** Projects that may be the same one, each with the way to see both next to each other. */
export function LikelyDuplicates({ likelyDuplicates, id, comparedWith }: Props) {
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
                <a href={one.path}>{one.title}</a>, the same {duplicateWords[one.why]}
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
