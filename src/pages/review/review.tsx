import type { ReviewPage as ReviewData } from '../../contract/pages/review.ts';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import type { PageProps } from '../page.ts';
import { Age } from './age.tsx';
import { LikelyDuplicates } from './likely-duplicates.tsx';
import { Answered } from './answered.tsx';
import { Decisions } from './decisions.tsx';
import { Done } from './done.tsx';
import { Entries } from './entries.tsx';
import { Fields } from './fields.tsx';
import { filterOf } from './filtered.ts';
import { Section } from '../../ui/section.tsx';

/** One project of the queue: what changed, next to what is approved, and the decisions of an editor. */
export function ReviewPage({ data }: PageProps<'review'>) {
  const { project, what, isWaiting, since, age, done, fault, comparedWith, next } = data;
  const filter = filterOf(data);
  const changes = what === 'new' ? 'New project' : `${counted(data.changed.length, 'changed field')}`;
  return (
    <>
      <nav class="review-ways" aria-label="Review">
        <a href={`/review${filter}`}>← {filter === '' ? 'All that awaits review' : 'The queue'}</a>
        {next !== undefined && (
          <a href={`/review/${next}${filter}`} data-key="n">
            Next project →
          </a>
        )}
      </nav>
      <header class="project-head">
        <p class="byline">
          {since !== undefined && age !== undefined && <Age hours={age} since={since} />}
          <span class="badge">{changes}</span>
          {data.isTrusted && <span class="badge">Trusted</span>}
          <a href={project.path}>Its page</a>
          <a href="#decide" class="to-decide">
            Decide ↓
          </a>
        </p>
        <h1>{project.title}</h1>
      </header>
      <Done done={done} />
      <Answered data={data} />
      {fault && <Fault fault={fault} isWaiting={isWaiting} />}
      {!isWaiting && (
        <Notice kind="note">
          <p>Nothing of this project awaits an editor. You can still correct its fields.</p>
        </Notice>
      )}
      <div class="review">
        <div class="review-main">
          <LikelyDuplicates
            likelyDuplicates={data.likelyDuplicates}
            id={project.id}
            comparedWith={comparedWith}
          />
          <Fields data={data} />
        </div>
        <div class="review-side">
          <Decisions data={data} />
        </div>
      </div>
      <Section id="history" title="History">
        <Entries entries={data.history} />
      </Section>
    </>
  );
}

type FaultProps = { fault: NonNullable<ReviewData['fault']>; isWaiting: boolean };

/** With what was typed where its form is gone, because nothing awaits a decision any more. */
const Fault = ({ fault, isWaiting }: FaultProps) => (
  <Notice kind="fault">
    <p>
      {'field' in fault ? (
        <>
          <a href={`#field-${fault.field}`}>The field</a> {fault.message}. Nothing was changed.
        </>
      ) : (
        fault.message
      )}
    </p>
    {'form' in fault && fault.typed && !isWaiting && <blockquote>{fault.typed}</blockquote>}
  </Notice>
);
