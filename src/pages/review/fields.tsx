import type { ReviewedField, ReviewPage, TextPart } from '../../contract/pages/review.ts';
import { projectFieldNames, type ProjectField } from '../../contract/pages/project-form.ts';
import type { CoverageMap } from '../../contract/pages/maps.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { CoverageDrawing } from '../project/coverage-drawing.tsx';
import { Control } from '../project-form/control.tsx';
import { filterOf } from './filtered.ts';

/** The fields to look at, each with its correction in place; then the form of any other field. */
export function Fields({ data }: { data: ReviewPage }) {
  const { labels } = useWords().words;
  const { changed, comparedWith, what } = data;
  const shown = new Set(changed.map(({ field }) => field));
  const others = projectFieldNames.filter((field) => !shown.has(field));
  const columns = comparedWith
    ? { before: 'The other project', after: 'This one' }
    : { before: 'Approved', after: what === 'new' ? 'Sent' : 'New' };
  return (
    <>
      <section aria-labelledby="fields" class="reviewed-fields">
        <h2 id="fields">
          {comparedWith ? 'Both projects' : what === 'new' ? 'What was sent' : 'What changed'}
        </h2>
        {changed.map((field) => (
          <Field key={field.field} field={field} columns={columns} data={data} />
        ))}
      </section>
      {others.length > 0 && (
        <details>
          <summary>Correct another field</summary>
          {others.map((field) => (
            <Correction field={field} data={data} title={labels[field]} />
          ))}
        </details>
      )}
    </>
  );
}

type ReviewFieldProps = {
  field: ReviewedField;
  columns: { before: string; after: string };
  data: ReviewPage;
};

function Field({
  field: { field, label, before, after, parts, maps, isCorrected },
  columns,
  data,
}: ReviewFieldProps) {
  return (
    <div class="reviewed" id={`field-${field}`}>
      <h3>
        {label} {isCorrected && <span class="badge">Corrected</span>}
      </h3>
      {before === undefined ? (
        <>
          <Value text={after} field={field} />
          <Drawn map={maps?.after} text={after} />
        </>
      ) : (
        <div class="versions">
          <div>
            <p class="version-name">{columns.before}</p>
            {parts ? <Words parts={parts} without="added" /> : <Value text={before} field={field} />}
            <Drawn map={maps?.before} text={before} />
          </div>
          <div>
            <p class="version-name">{columns.after}</p>
            {parts ? <Words parts={parts} without="removed" /> : <Value text={after} field={field} />}
            <Drawn map={maps?.after} text={after} />
          </div>
        </div>
      )}
      <Correction
        field={field}
        data={data}
        title={field === 'topics' || field === 'activities' ? 'Assign' : 'Correct'}
        about={label}
        isCorrected={isCorrected}
      />
    </div>
  );
}

const Drawn = ({ map, text }: { map: CoverageMap | undefined; text: string }) =>
  map ? <CoverageDrawing map={map} place={text} /> : null;

const addresses: ProjectField[] = ['url', 'image', 'video_url', 'blog_url', 'facebook_page'];

const Value = ({ text, field }: { text: string; field: ProjectField }) =>
  text === '' ? (
    <p class="quiet">Empty</p>
  ) : (
    <p class="given-text">{addresses.includes(field) ? <ExternalLink href={text} /> : text}</p>
  );

/** A version with its own words marked; screen readers hear where a mark begins. */
const Words = ({ parts, without }: { parts: TextPart[]; without: 'added' | 'removed' }) => (
  <p class="given-text">
    {parts
      .filter(({ is }) => is !== without)
      .map(({ text, is }) =>
        is === 'same' ? (
          text
        ) : is === 'added' ? (
          <ins>
            <span class="visually-hidden"> [added:] </span>
            {text}
          </ins>
        ) : (
          <del>
            <span class="visually-hidden"> [removed:] </span>
            {text}
          </del>
        ),
      )}
  </p>
);

type CorrectionProps = {
  field: ProjectField;
  data: ReviewPage;
  title: string;
  about?: string;
  isCorrected?: boolean;
};

function Correction({ field, data, title, about, isCorrected }: CorrectionProps) {
  const label = useWords().words.labels[field];
  const { project, form, fault } = data;
  const isFaulty = fault !== undefined && 'field' in fault && fault.field === field;
  const shown = isFaulty
    ? { ...form, typed: { ...form.typed, ...fault.typed }, faults: [{ field, message: fault.message }] }
    : form;
  return (
    <details class="correction" open={isFaulty}>
      <summary>
        {title}
        {about !== undefined && <span class="visually-hidden"> {about}</span>}
      </summary>
      <form method="post" action={`/review/${project.id}${filterOf(data)}`} class="stack" noValidate>
        <input type="hidden" name="field" value={field} />
        <input type="hidden" name="version" value={data.version} />
        <Control form={shown} name={field} />
        <p class="quiet">
          Later updates of the owner leave a corrected field as it is. The history keeps what it was before.
        </p>
        <div class="answers">
          <button
            class="button plain"
            name="act"
            value="correct"
            aria-label={`Save the correction: ${label}`}
          >
            Save the correction
          </button>
          {isCorrected && (
            <button
              class="button link"
              name="act"
              value="release"
              aria-label={`Let updates change it again: ${label}`}
            >
              Let updates change it again
            </button>
          )}
        </div>
      </form>
    </details>
  );
}
