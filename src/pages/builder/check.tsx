import { checkPath, type CheckPage as Data, type Finding, longestPage } from '../../contract/pages/check.ts';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Prose } from '../../ui/prose.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { faulty } from '../../ui/forms/text-field.tsx';

const kinds = ['wrong', 'note', 'right'] as const;

/** Checks an owner's page, and names each line to change. */
export function CheckPage({ data: { url, html, fault, checked } }: PageProps<'check'>) {
  const { words, translated } = useWords();
  const w = words.check;
  return (
    <div class="narrow page-check">
      <h1>{w.title}</h1>
      <p class="lead">{w.lead}</p>
      <form method="post" action={checkPath} class="stack">
        <div class="field">
          <label for="url">{w.address}</label>
          <input
            id="url"
            name="url"
            type="text"
            inputMode="url"
            maxLength={2000}
            value={url}
            {...faulty('url', fault)}
          />
          {fault !== undefined && (
            <p class="field-fault" id="url-fault" role="alert">
              {translated(fault)}
            </p>
          )}
        </div>
        <Fold heading="h2" id="pasted" title={w.paste} state={w.pasteSays} isOpen={html !== ''}>
          <div class="field">
            <label for="html">{w.html}</label>
            <textarea id="html" name="html" rows={8} maxLength={longestPage} spellcheck={false}>
              {html}
            </textarea>
          </div>
        </Fold>
        <button class="button primary">{w.check}</button>
      </form>
      {checked && <Checked checked={checked} />}
    </div>
  );
}

function Checked({ checked: { url, findings, seen } }: { checked: NonNullable<Data['checked']> }) {
  const { words, count, translated } = useWords();
  const w = words.check;
  const wrong = findings.filter(({ kind }) => kind === 'wrong').length;
  return (
    <section aria-labelledby="result">
      <h2 id="result">{wrong === 0 ? w.nothing : count('toChange', wrong)}</h2>
      <p class="byline">{url ?? w.pasted}</p>
      {kinds.map((kind) => {
        const some = findings.filter((finding) => finding.kind === kind);
        return some.length > 0 && <Findings title={w.kinds[kind]} findings={some} />;
      })}
      {seen.length > 0 && (
        <>
          <h3>{w.seen}</h3>
          <ul class="rows">
            {seen.map(({ what, value, why }) => (
              <li>
                {translated(what)}: <strong>{translated(value)}</strong>
                {why !== undefined && (
                  <span class="quiet" lang="en">
                    {' '}
                    {why}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <Notice kind="note" says={w.says} />
    </section>
  );
}

function Findings({ title, findings }: { title: string; findings: Finding[] }) {
  const { words, translated } = useWords();
  return (
    <>
      <h3>{title}</h3>
      <ul class="findings">
        {findings.map(({ says, line }) => (
          <li>
            <p>
              <Prose text={translated(says)} />
            </p>
            {line !== undefined && (
              <pre tabIndex={0} role="group" aria-label={words.check.line}>
                <code>{line}</code>
              </pre>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
