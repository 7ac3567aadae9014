import type { OperatorImport, Remarks } from '../../contract/pages/operator.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { counted, formatNumber } from '../../ui/format.ts';
import { Field, TextField } from '../../ui/forms/text-field.tsx';
import type { PageProps } from '../page.ts';
import { OperatorTabs } from './tabs.tsx';
import { Section } from '../../ui/section.tsx';

type ImportOutcome = NonNullable<OperatorImport['outcome']>;

const action = '/operator/import';

/** Adds and updates projects from a file: what would become of each is shown before anything is stored. */
export function OperatorImportPage({ data, path }: PageProps<'operator-import'>) {
  const { typed, outcome } = data;
  return (
    <>
      <h1>Import projects</h1>
      <OperatorTabs path={path} />
      {outcome && <Report outcome={outcome} />}
      {outcome?.isDryRun && outcome.added + outcome.updated > 0 && (
        <Confirm outcome={outcome} typed={typed} />
      )}
      {outcome && !outcome.isDryRun ? (
        <p>
          <ButtonLink href={action} text="Import another file" />
        </p>
      ) : (
        <Choose data={data} />
      )}
    </>
  );
}

function Report({ outcome }: { outcome: ImportOutcome }) {
  const { form, isDryRun, added, updated, refused, warned } = outcome;
  const counts = `${formatNumber(added)} added, ${formatNumber(updated)} updated, ${formatNumber(refused)} refused`;
  return (
    <Section id="report" title={isDryRun ? 'Nothing is stored yet' : 'Stored'}>
      <p role="status">
        {form}: {isDryRun ? 'it would be ' : ''}
        <strong>{counts}</strong>
        {warned > 0 && `; ${formatNumber(warned)} with a remark`}.
      </p>
      {outcome.notes.map((note) => (
        <p>The file {note}</p>
      ))}
      <Remarked title="Refused" all={refused} remarks={outcome.refusals} />
      <Remarked title="Taken with a remark" all={warned} remarks={outcome.warnings} />
      {outcome.stored.length > 0 && (
        <details>
          <summary>{isDryRun ? 'Projects that it would update' : 'Projects of this import'}</summary>
          <ul>
            {outcome.stored.map(({ id, name }) => (
              <li>
                <a href={`/operator/projects?project=${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

const Remarked = ({
  title,
  all,
  remarks: { shared, others },
}: {
  title: string;
  all: number;
  remarks: Remarks;
}) =>
  all === 0 ? null : (
    <details open={shared.length + others.length <= 10}>
      <summary>
        {title} ({formatNumber(all)})
      </summary>
      <ul>
        {shared.map(({ remark, count, places }) => (
          <li>
            <strong>{counted(count, 'record')}</strong>: {remark} ({places.join(', ')}
            {count > places.length && ' …'})
          </li>
        ))}
        {others.map(({ place, name, fields }) => (
          <li>
            {place} <strong>{name}</strong>:{' '}
            {fields.map(({ field, message }) => `${field} ${message}`).join('; ')}
          </li>
        ))}
      </ul>
    </details>
  );

/** The text travels within the form: nothing of it is stored before the second press. */
const Confirm = ({ outcome, typed }: { outcome: ImportOutcome; typed: OperatorImport['typed'] }) => (
  <Section id="confirm" title="Import them?">
    <p>
      {typed.owner} will manage the added projects.{' '}
      {typed.publish ? 'They are published at once.' : 'They await review.'} An update replaces the former
      values, except fields that an editor corrected; the history of each project keeps them. You can withhold
      a project that was imported by mistake, or send it back to review, under “Projects”.
    </p>
    <form method="post" action={action} encType="multipart/form-data" class="stack">
      <input type="hidden" name="owner" value={typed.owner} />
      <input type="hidden" name="contact" value={typed.contact} />
      {typed.publish && <input type="hidden" name="publish" value="yes" />}
      <textarea name="records" hidden aria-label="The text of the file">
        {`\n${typed.records}`}
      </textarea>
      <div class="answers">
        <button class="button primary waking" name="act" value="import">
          Import {counted(outcome.added + outcome.updated, 'project')}
        </button>
        <ButtonLink href={action} text="Do not import" />
      </div>
    </form>
  </Section>
);

function Choose({ data: { typed, faults, outcome } }: { data: OperatorImport }) {
  return (
    <Section id="choose" title={outcome ? 'Read another file' : 'Read a file'}>
      <p>
        JSON, JSON lines or CSV, in our names, those of PPSR Core, or the formats of other directories; at
        most 500 projects and 1 MB. Larger ones are for the command <code>import</code>.
      </p>
      <form method="post" action={action} encType="multipart/form-data" class="stack" noValidate>
        <TextField
          id="owner"
          name="owner"
          type="email"
          label="Email address of the owner"
          says="The person who manages the added projects; without an account, they get one."
          maxLength={254}
          value={typed.owner}
          fault={faults?.owner}
        />
        <Field
          id="contact"
          label="Email address of the contact"
          says="For projects that name none. You may leave it empty."
          fault={faults?.contact}
        >
          {(control) => (
            <input {...control} type="email" maxLength={254} autocomplete="off" value={typed.contact} />
          )}
        </Field>
        <Field id="file" label="File">
          {(control) => <input {...control} type="file" accept=".json,.jsonl,.ndjson,.csv,.tsv,.tab,.txt" />}
        </Field>
        <Field id="records" label="Or its text" fault={faults?.records}>
          {(control) => (
            <textarea {...control} rows={6} spellcheck={false} autocomplete="off">
              {outcome ? '' : `\n${typed.records}`}
            </textarea>
          )}
        </Field>
        <label class="check">
          <input type="checkbox" name="publish" value="yes" checked={typed.publish} />
          <span>Publish them at once, without review; test events of them are permanently deleted</span>
        </label>
        <div class="answers">
          <button class="button primary" name="act" value="check">
            Read it, and store nothing yet
          </button>
        </div>
      </form>
    </Section>
  );
}
