import { checkPath, type CheckPage as Data, type Finding, longestPage } from '../../contract/pages/check.ts';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Prose } from '../../ui/prose.tsx';
import type { PageProps } from '../page.ts';
import { faulty } from '../../ui/forms/text-field.tsx';

const titles: Record<Finding['kind'], string> = { wrong: 'To change', note: 'Worth knowing', right: 'Right' };
const kinds = ['wrong', 'note', 'right'] as const;

/** Checks an owner's page, and names each line to change. */
export function CheckPage({ data: { url, html, fault, checked } }: PageProps<'check'>) {
  return (
    <div class="narrow page-check">
      <h1>Check my page</h1>
      <p class="lead">
        Give the address of your page with an embed. We fetch it once, without signing in anywhere, and say
        what keeps the embed from working.
      </p>
      <form method="post" action={checkPath} class="stack">
        <div class="field">
          <label for="url">Address of your page</label>
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
              {fault}
            </p>
          )}
        </div>
        <Fold
          heading="h2"
          id="pasted"
          title="Or paste its HTML"
          state="for a page on your own machine, or behind a sign-in"
          isOpen={html !== ''}
        >
          <div class="field">
            <label for="html">HTML of your page</label>
            <textarea id="html" name="html" rows={8} maxLength={longestPage} spellcheck={false}>
              {html}
            </textarea>
          </div>
        </Fold>
        <button class="button primary">Check it</button>
      </form>
      {checked && <Checked checked={checked} />}
    </div>
  );
}

function Checked({ checked: { url, findings, seen } }: { checked: NonNullable<Data['checked']> }) {
  const count = findings.filter(({ kind }) => kind === 'wrong').length;
  return (
    <section aria-labelledby="result">
      <h2 id="result">
        {count === 0
          ? 'Nothing to change'
          : count === 1
            ? 'One thing to change'
            : `${count} things to change`}
      </h2>
      <p class="byline">{url ?? 'The HTML that you pasted'}</p>
      {kinds.map((kind) => {
        const some = findings.filter((finding) => finding.kind === kind);
        return some.length > 0 && <Findings title={titles[kind]} findings={some} />;
      })}
      {seen.length > 0 && (
        <>
          <h3>Last seen from this site</h3>
          <ul class="rows">
            {seen.map(({ what, value, why }) => (
              <li>
                {what}: <strong>{value}</strong>
                {why !== undefined && <span class="quiet"> {why}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <Notice kind="note">
        <p>
          We see what your server sends to us. What scripts, tag managers and consent plug-ins do in a
          browser, only the console of that browser tells.
        </p>
      </Notice>
    </section>
  );
}

const Findings = ({ title, findings }: { title: string; findings: Finding[] }) => (
  <>
    <h3>{title}</h3>
    <ul class="findings">
      {findings.map(({ says, line }) => (
        <li>
          <p>
            <Prose text={says} />
          </p>
          {line !== undefined && (
            <pre tabIndex={0} role="group" aria-label="The line to put there">
              <code>{line}</code>
            </pre>
          )}
        </li>
      ))}
    </ul>
  </>
);
