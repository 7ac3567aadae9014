import type { Tools } from '../../../contract/pages/project-tools.ts';
import { Prose } from '../../../ui/prose.tsx';
import { Said, useWords } from '../../../ui/words/use-words.tsx';

/** Reports that were refused in the last seven days, and how to mend them, in the English of the API's reference. */
export function Refused({ tools: { refused } }: { tools: Tools }) {
  const { words, say, count, date } = useWords();
  const w = words.refusedReports;
  return (
    <>
      <ul class="rows refused">
        {refused.map(({ code, field, text, count: times, last, means, todo, must }) => {
          const what =
            text === undefined ? (
              <a href={`/docs/api/errors#error-${code}`}>
                <code>{code}</code>
              </a>
            ) : (
              <code>{text === '' ? w.empty : text}</code>
            );
          return (
            <li>
              <p>
                {field === undefined ? (
                  what
                ) : (
                  <Said text={w.field} of={{ what, field: <code>{field}</code> }} />
                )}{' '}
                <span class="badge">{count('time', times)}</span>{' '}
                <span class="quiet">{say(w.last, { date: date(last) })}</span>
              </p>
              <p lang="en" dir="ltr">
                <Prose text={means} /> <Prose text={todo} />
                {must !== undefined && (
                  <>
                    {' '}
                    <code>{field}</code> is {must}.
                  </>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      <p class="hint">{w.says}</p>
    </>
  );
}
