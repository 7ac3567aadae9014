import type { ApiOperation as Operation, ApiReader } from '../../../contract/pages/api-docs.ts';
import { DocLink } from '../../../ui/doc-link.tsx';
import { DocTable } from '../doc-table.tsx';
import { Examples } from './examples.tsx';
import { PathCode } from './path-code.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

type ShownField = Operation['fields'][number];
type Props = { operation: Operation; reader?: ApiReader };

/** One operation: a request next to its reply, the fields of both, and its refusals. */
export function ApiOperation({ operation, reader }: Props) {
  const { name, title, says, method, path, needs, isOpen, jsonp } = operation;
  const { fields, reply, answer, refusals, examples } = operation;
  return (
    <>
      <p class="address">
        <strong>{method}</strong> <PathCode path={path} />
      </p>
      <p>
        <Prose text={says} />
      </p>
      <p class="quiet">
        Needs {needs}.{isOpen && ' Pages of any site may read the reply (CORS, without credentials).'}
        {jsonp && ' Also as JSONP.'}
      </p>
      {reader && <FromReader {...reader} />}
      <div class="exchange">
        <Section id="request" title="Request">
          <Examples name={name} examples={examples} />
        </Section>
        <Section id="reply" title="Reply">
          <Snippet name={`${name}-reply`} label="JSON" code={answer} />
        </Section>
      </div>
      {fields.length > 0 && (
        <Fields id="fields" title="Request fields" of={title} fields={fields} method={method} />
      )}
      <Fields id="reply-fields" title="Reply fields" of={title} fields={reply} method={method} />
      <Section id="refusals" title="Refusals">
        <DocTable
          label={`Refusals of ${title}`}
          heads={['Code', 'Status', 'Meaning']}
          rows={refusals.map(({ code, status, means }) => [
            <DocLink to={`api/errors#error-${code}`}>
              <code>{code}</code>
            </DocLink>,
            status,
            <Prose text={means} />,
          ])}
        />
      </Section>
    </>
  );
}

/** Names the signed-in reader's own values in the examples. */
const FromReader = ({ apiKey, project }: ApiReader) => (
  <p class="note">
    {project && (
      <>
        The example has the Project ID of <strong>{project.name}</strong>.{' '}
      </>
    )}
    {apiKey && (
      <>
        Put your key “{apiKey.name}” in place of <code>{apiKey.placeholder}</code>: we store no key, so we
        cannot show it again.
      </>
    )}
  </p>
);

type FieldsProps = { id: string; title: string; of: string; fields: ShownField[]; method: string };

const Fields = ({ id, title, of, fields, method }: FieldsProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <DocTable
      label={`${title}: ${of}`}
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
  </section>
);
