import { operatorClientsPath } from '../../contract/pages/clients.ts';
import { operatorPath } from '../../contract/pages/operator.ts';
import { queueFilters, type QueueEntry, type QueueFilter } from '../../contract/pages/review.ts';
import { counted, formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import type { PageProps } from '../page.ts';
import { Age } from './age.tsx';
import { filterOf } from './filtered.ts';
import { Done } from './done.tsx';
import { Section } from '../../ui/section.tsx';

const filterTexts: Record<QueueFilter, string> = {
  all: 'Everything',
  new: 'New projects',
  changes: 'Changes',
  answered: 'Answered',
  asked: 'Waiting for an answer',
};

/** Draws the review queue, oldest first. */
export function ReviewQueuePage({ data, frame }: PageProps<'review-queue'>) {
  const { filter, q, list, late, total, done } = data;
  const query = new URLSearchParams({ ...(filter !== 'all' && { filter }), ...(q !== '' && { q }) });
  const isNarrowed = filter !== 'all' || q !== '';
  return (
    <>
      <h1>Review</h1>
      <Done done={done} />
      <p class="lead">
        {total === 0 ? (
          data.outcomes.length + data.mailings.length > 0 ? (
            'No project awaits review.'
          ) : (
            'Nothing awaits review.'
          )
        ) : (
          <>
            {formatNumber(total)} {total === 1 ? 'awaits' : 'await'} review
            {late > 0 && (
              <>
                , <strong class="late">{formatNumber(late)} for more than 24 hours</strong>
              </>
            )}
            .
          </>
        )}
      </p>
      {frame.visitor?.role === 'operator' && (
        <p>
          <a href={operatorPath}>Operator</a>: how the service stands, mail, people with a role, the audit,
          and <a href={operatorClientsPath}>OAuth clients</a>: what owners request for the gold tier.
        </p>
      )}
      {data.hashed.length > 0 && (
        <Notice kind="note">
          <p>
            {counted(data.hashed.length, 'project')} asked to send hashed addresses in the record step:{' '}
            {data.hashed.map(({ id, name }, index) => (
              <>
                {index > 0 && ', '}
                <a href={`/review/${id}#hashed`}>{name}</a>
              </>
            ))}
          </p>
        </Notice>
      )}
      {data.outcomes.length > 0 && <WaitingOutcomes outcomes={data.outcomes} />}
      {data.mailings.length > 0 && <Mailings mailings={data.mailings} />}
      <QueueForm filter={filter} q={q} />
      {list.items.length === 0 ? (
        isNarrowed && (
          <div class="empty">
            <h2>Nothing of this kind awaits review</h2>
            <p>
              <a href="/review">Show everything</a>
            </p>
          </div>
        )
      ) : (
        <>
          <h2 id="queue">{counted(list.total, 'project')}, oldest first</h2>
          <ul class="cards one">
            {list.items.map((entry) => (
              <li>
                <Entry entry={entry} filter={filter} />
              </li>
            ))}
          </ul>
          <Pager
            path="/review"
            query={query.toString()}
            list={list}
            name="page"
            anchor="queue"
            what="project"
            label="projects"
          />
        </>
      )}
    </>
  );
}

/** Mails of projects to their volunteers, and of programmes to their members; few, and first, because their managers wait. */
const Mailings = ({ mailings }: Pick<PageProps<'review-queue'>['data'], 'mailings'>) => (
  <Section id="mailings" title="Mail to volunteers and members">
    <ul class="cards one">
      {mailings.map(({ id, of, subject, since }) => (
        <li class="card">
          <h3>
            <a href={`/review/mailing/${id}`}>{subject}</a>
          </h3>
          <p class="byline">
            <span>
              {of} · <Time value={since} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  </Section>
);

/** The first outcomes of projects. */
const WaitingOutcomes = ({ outcomes }: Pick<PageProps<'review-queue'>['data'], 'outcomes'>) => (
  <Section id="outcomes" title="What came of contributions">
    <ul class="cards one">
      {outcomes.map((outcome) => (
        <li class="card">
          <h3>
            <a href={outcome.project.path}>{outcome.project.title}</a>
          </h3>
          <Outcome outcome={outcome} />
          <div class="answers">
            {(['show', 'refuse'] as const).map((act) => (
              <PostButton
                action={`/review/outcome/${outcome.id}`}
                fields={{ act }}
                look={act === 'show' ? 'primary' : 'danger'}
                label={`${actTexts[act]}: ${outcome.sentence}`}
              >
                {actTexts[act]}
              </PostButton>
            ))}
          </div>
        </li>
      ))}
    </ul>
    <p class="quiet">
      Later ones of the same project are shown at once. A project can tell a refused one again in other words.
    </p>
  </Section>
);

const actTexts = { show: 'Show it', refuse: 'Refuse it' };

const QueueForm = ({ filter, q }: { filter: QueueFilter; q: string }) => (
  <search>
    <form method="get" action="/review" class="queue-search">
      <div class="field">
        <label for="q">Name of a project</label>
        <input id="q" name="q" type="search" value={q} maxLength={200} />
      </div>
      <div class="field">
        <label for="filter">Show</label>
        <select id="filter" name="filter">
          {queueFilters.map((one) => (
            <option value={one} selected={one === filter}>
              {filterTexts[one]}
            </option>
          ))}
        </select>
      </div>
      <button class="button plain">Show</button>
    </form>
  </search>
);

const Entry = ({
  entry: { id, name, origin, what, age, since, fields, question },
  filter,
}: {
  entry: QueueEntry;
  filter: QueueFilter;
}) => (
  <article class="card">
    <h3>
      <a href={`/review/${id}${filterOf({ filter })}`}>{name}</a>
    </h3>
    <p class="byline">
      <Age hours={age} since={since} />
      <span class="badge">{what === 'new' ? 'New' : 'Changes'}</span>
      {question === 'answered' && <span class="badge status-active">Answered</span>}
      {question === 'asked' && <span class="badge status-hiatus">Waiting for an answer</span>}
      <span>{origin}</span>
      {fields.length > 0 && <span>{fields.join(', ')}</span>}
    </p>
  </article>
);
