import type { PageData } from '../../contract/pages.ts';
import { DocTable } from './doc-table.tsx';
import { Prose } from './prose.tsx';

type Operation = PageData['api-docs']['operations'][number];
type Field = Operation['fields'][number];

/** One operation: what it does, what it takes, what it answers, and one request in three languages. */
export function ApiOperation(operation: Operation) {
  const { row, anchor, title, says, method, path, needs, isOpen, jsonp, fields, reply, examples } = operation;
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
      {fields.length > 0 && <Fields title="What it takes" fields={fields} label={`Fields of ${title}`} />}
      <Fields title="What it answers" fields={reply} label={`Reply of ${title}`} />
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

const Fields = ({ title, fields, label }: { title: string; fields: Field[]; label: string }) => (
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
          {place === 'reply' && !required && <span class="quiet"> (not always there)</span>}
        </>,
      ])}
    />
  </>
);
