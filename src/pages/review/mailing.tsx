import { BackLink } from '../../ui/back-link.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { faulty, FieldFault } from '../../ui/forms/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import type { PageProps } from '../page.ts';
import { Section } from '../../ui/section.tsx';

/** An editor reads the first mail of a project to its volunteers, or of a programme to its members. */
export function ReviewMailingPage({ data }: PageProps<'review-mailing'>) {
  const { id, of, state, at, subject, text, recipients, fault } = data;
  const action = `/review/mailing/${id}`;
  return (
    <>
      <BackLink href="/review">← Review</BackLink>
      <h1>{of.kind === 'programme' ? 'A mail to the members of a programme' : 'A mail to volunteers'}</h1>
      <p>
        The first one of <a href={of.path}>{of.title}</a>, of <Time value={at} />, to a group of at least{' '}
        {formatNumber(recipients)} people. Later ones are sent without review.
      </p>
      <article class="card letter">
        <h2>{subject}</h2>
        <p class="letter-text">{text}</p>
      </article>
      {state !== 'awaiting_review' ? (
        <Notice kind="note" says="Nothing is to be decided about this mail any more." />
      ) : (
        <Section id="decide" title="Decide">
          <p>
            An approved mail is sent immediately and cannot be recalled. No one gets one that is rejected; its
            managers read why, and can write another one.
          </p>
          <form method="post" action={action} class="stack" noValidate>
            <button class="button primary waking" name="act" value="approve">
              Approve and send
            </button>
          </form>
          <form method="post" action={action} class="stack" noValidate>
            <div class="field">
              <label for="why">Why it is rejected</label>
              <textarea id="why" name="why" rows={4} maxLength={1000} {...faulty('why', fault)} />
              <FieldFault of="why" text={fault} />
            </div>
            <button class="button danger" name="act" value="reject">
              Reject
            </button>
          </form>
        </Section>
      )}
    </>
  );
}
