import type { ReviewPage } from '../../contract/pages/review.ts';
import { formatInstant } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** The answer of the contact, at the head of the page while its project waits: an editor decides by it. */
export function Answered({ data: { history, since, isWaiting } }: { data: ReviewPage }) {
  const now = since === undefined ? [] : history.filter(({ at }) => at >= since);
  const newest = now.findIndex(({ act }) => act === 'asked' || act === 'answered');
  const answer = now[newest];
  if (!isWaiting || answer?.act !== 'answered') return null;
  const question = now.slice(newest).find(({ act }) => act === 'asked');
  return (
    <Notice kind="note">
      {question?.note !== undefined && (
        <>
          <p>Asked:</p>
          <blockquote>{question.note}</blockquote>
        </>
      )}
      <p>
        <strong>The contact answered</strong>
        <span class="quiet">
          {' · '}
          <time dateTime={answer.at}>{formatInstant(answer.at)} UTC</time>
        </span>
      </p>
      <blockquote>{answer.note}</blockquote>
    </Notice>
  );
}
