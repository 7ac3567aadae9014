import type { Tools } from '../../contract/pages/project-tools.ts';
import { counted, formatDate } from '../../ui/format.ts';
import { Prose } from '../../ui/prose.tsx';

/** Reports that were refused in the last seven days, and how to mend them. */
export const Refused = ({ tools: { refused } }: { tools: Tools }) => (
  <>
    <ul class="rows refused">
      {refused.map(({ code, field, text, count, last, means, todo, must }) => (
        <li>
          <p>
            {text === undefined ? (
              <a href={`/docs/api/errors#error-${code}`}>
                <code>{code}</code>
              </a>
            ) : (
              <code>{text === '' ? '(empty)' : text}</code>
            )}
            {field !== undefined && (
              <>
                , field <code>{field}</code>
              </>
            )}{' '}
            <span class="badge">{counted(count, 'time', 'times')}</span>{' '}
            <span class="quiet">last on {formatDate(last)}</span>
          </p>
          <p>
            <Prose text={means} /> <Prose text={todo} />
            {must !== undefined && (
              <>
                {' '}
                <code>{field}</code> is {must}.
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
    <p class="hint">
      Counted by day, code and field, from your server, from browsers and from links; no values are stored,
      except for what came as the number of a submission. A refusal may also have been caused by someone else
      who sent your Project ID. The count is a few seconds behind.
    </p>
  </>
);
