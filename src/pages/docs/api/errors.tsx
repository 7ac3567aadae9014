import type { ApiShown } from '../../../contract/pages/api-docs.ts';
import { DocTable } from '../doc-table.tsx';
import { Prose } from '../../../ui/prose.tsx';

type Props = ApiShown<'errors'>;

/** Every code that a refusal may have. */
export const ApiErrors = ({ refusals }: Props) => (
  <>
    <p>
      Every refusal is JSON with <code>result</code> “error”, one sentence for a person in <code>error</code>,
      and a <code>code</code> of this table, which never changes its meaning. If fields are wrong,{' '}
      <code>errors</code> names every one of them.
    </p>
    <DocTable
      label="Error codes"
      heads={['Code', 'Status', 'Meaning', 'What to do']}
      rows={refusals.map(({ code, status, means, todo }) => [
        <code id={`error-${code}`}>{code}</code>,
        status,
        <Prose text={means} />,
        <Prose text={todo} />,
      ])}
    />
  </>
);
