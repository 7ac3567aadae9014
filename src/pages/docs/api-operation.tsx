import type { PageData } from '../../contract/pages.ts';
import { DocTable } from './doc-table.tsx';
import { Prose } from './prose.tsx';

type Operation = PageData['api-docs']['operations'][number];
type Field = Operation['fields'][number];

/** One operation: what it does, what it takes, what it answers, and one request in three languages. */
export function ApiOperation(operation: Operation) {
  const {
    row,
    anchor,
    title,
    says,
    method,
    path,
    needs,
    isOpen,
    jsonp,
    fields,
    reply,
    answer,
    refusals,
    examples,
  } = operation;
  return (
    <section aria-labelledby={anchor} class="operation">
      <h2 id={anchor}>{title}</h2>
      <p class="address">
        <strong>{method}</strong> <code>{path}</code>
      </p>
      <p>
        <Prose text={says} />
      </p>
      <p class="quiet">
        Needs {needs}.{isOpen && ' Pages of any site may read the reply (CORS, without credentials).'}
        {jsonp && ' Also as JSONP.'}
      </p>
      {fields.length > 0 && (
        <Fields title="What it takes" fields={fields} label={`Fields of ${title}`} method={method} />
      )}
      <Fields title="What it answers" fields={reply} label={`Reply of ${title}`} method={method} />
      <pre tabIndex={0}>
        <code>{answer}</code>
      </pre>
      <p class="quiet">
        What it may refuse with:{' '}
        {refusals.map((code, index) => (
          <>
            {index > 0 && ', '}
            <a href={`#error-${code}`}>
              <code>{code}</code>
            </a>
          </>
        ))}
        .
      </p>
      {(['curl', 'javascript', 'python'] as const).map((language) => (
        <>
          <h3>{languages[language]}</h3>
          <pre tabIndex={0} data-example={`${row} ${language}`}>
            <code>{examples[language]}</code>
          </pre>
        </>
      ))}
    </section>
  );
}

const languages = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };

type FieldsProps = { title: string; fields: Field[]; label: string; method: string };

const Fields = ({ title, fields, label, method }: FieldsProps) => (
  <>
    <h3>{title}</h3>
    <DocTable
      label={label}
      heads={['Field', 'Type', 'Meaning']}
      rows={fields.map(({ name, place, type, required, says }) => [
        <>
          <code>{name}</code>
          {required && place !== 'reply' && <span class="must"> required</span>}
        </>,
        type,
        <>
          <Prose text={says} />
          {place === 'path' && ' (in the address)'}
          {method === 'POST' && place === 'query' && ' (in the query)'}
          {place === 'reply' && !required && <span class="quiet"> (not always there)</span>}
        </>,
      ])}
    />
  </>
);
