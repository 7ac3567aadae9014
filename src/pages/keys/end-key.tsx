import { type EndKeyPage as Data, keysPath } from '../../contract/pages/keys.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { KeyLine } from './key-line.tsx';

/** Asks before a key ends, and says what stops working. */
export function EndKeyPage({ data }: PageProps<'end-key'>) {
  const { act, key, fault } = data;
  const { words, say, translated } = useWords();
  const w = words.keys.end;
  const hasEnded = act === 'replace' && data.hours === undefined;
  return (
    <div class="narrow">
      <h1>{say(hasEnded ? w.replacement : w[act], { name: key.name })}</h1>
      <Notice kind="fault" says={fault && translated(fault)} />
      <KeyLine shown={key} />
      {act === 'revoke' ? <Revoke data={data} /> : <Replace data={data} />}
    </div>
  );
}

function Revoke({ data: { key, projects } }: { data: Data }) {
  const { words, count } = useWords();
  const w = words.keys.end;
  return (
    <>
      <ul class="remove-says">
        <li>{w.refused}</li>
        <li>{w.stays}</li>
        {projects > 0 && <li>{count('addedWithKey', projects)}</li>}
      </ul>
      <SaidParagraph
        text={w.used}
        of={{ replace: <a href={`${keysPath}/${key.id}/replace`}>{w.replaceIt}</a> }}
      />
      <div class="answers">
        <PostButton action={`${keysPath}/${key.id}/revoke`} look="danger">
          {w.revokeIt}
        </PostButton>
        <Keep />
      </div>
    </>
  );
}

const Keep = () => <ButtonLink href={keysPath} text={useWords().words.keys.end.keep} />;

function Replace({ data: { key, hours, form } }: { data: Data }) {
  const { words, say, number } = useWords();
  const w = words.keys.end;
  const after = (one: number): string => {
    if (one === 0) return w.now;
    return one === 24 ? w.in24 : say(w.inDays, { n: number(one / 24) });
  };
  return (
    <>
      <p>{w.says}</p>
      <form method="post" action={`${keysPath}/${key.id}/replace`} class="stack">
        <input type="hidden" name="form" value={form} />
        {hours && (
          <div class="field">
            <label for="hours">{w.when}</label>
            <select id="hours" name="hours">
              {hours.map((one) => (
                <option value={one} selected={one === 24}>
                  {after(one)}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="answers">
          <button class="button primary waking">{hours ? w.replaceIt : words.keys.replacement}</button>
          <Keep />
        </div>
      </form>
    </>
  );
}
