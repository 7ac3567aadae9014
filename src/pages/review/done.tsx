import type { ReviewDone } from '../../contract/pages/review.ts';
import { Notice } from '../../ui/notice.tsx';

/** The act that the editor did just now, with the way back to its project. */
export const Done = ({ done }: { done: ReviewDone | undefined }) =>
  done && (
    <Notice kind="done">
      <p>
        {done.project && <a href={done.project.path}>{done.project.title}</a>} {done.says}
      </p>
    </Notice>
  );
