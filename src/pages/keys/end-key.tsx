import { type EndKeyPage as Data, keysPath } from '../../contract/pages/keys.ts';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import type { PageProps } from '../page.ts';
import { scopesInWords } from './scopes.tsx';

/** Asks before a key ends, and says what stops working. */
export function EndKeyPage({ data }: PageProps<'end-key'>) {
  const { act, key, fault } = data;
  const hasEnded = act === 'replace' && data.hours === undefined;
  return (
    <div class="narrow">
      <h1>
        {hasEnded ? 'Create a replacement of' : act === 'revoke' ? 'Revoke' : 'Replace'} {key.name}?
      </h1>
      {fault !== undefined && (
        <Notice kind="fault">
          <p>{fault}</p>
        </Notice>
      )}
      <p class="byline">
        <span>
          {scopesInWords(key.scopes)} · made <Time value={key.made} /> ·{' '}
          {key.used === undefined ? (
            'never used'
          ) : (
            <>
              last used <Time value={key.used} />
            </>
          )}
        </span>
      </p>
      {act === 'revoke' ? <Revoke data={data} /> : <Replace data={data} />}
    </div>
  );
}

function Revoke({ data: { key, projects } }: { data: Data }) {
  return (
    <>
      <ul class="remove-says">
        <li>Everything that uses this key is refused within a second, permanently.</li>
        <li>What was recorded and added with it stays.</li>
        {projects > 0 && (
          <li>
            {counted(projects, 'project was', 'projects were')} added with it or with a key that it replaced.
            No other key may update {projects === 1 ? 'it' : 'them'}, until you make a successor under “Keys
            that ended”.
          </li>
        )}
      </ul>
      <p>
        Is it still used somewhere? <a href={`${keysPath}/${key.id}/replace`}>Replace it</a> instead: the old
        key can go on working for a while.
      </p>
      <div class="answers">
        <PostButton action={`${keysPath}/${key.id}/revoke`} look="danger">
          Revoke it
        </PostButton>
        <Keep />
      </div>
    </>
  );
}

const Keep = () => (
  <a class="button plain" href={keysPath}>
    Keep it
  </a>
);

const afterHours = (hours: number): string => {
  if (hours === 0) return 'At once: for a key that someone else may have';
  return hours === 24 ? 'In 24 hours' : `In ${hours / 24} days`;
};

function Replace({ data: { key, hours, form } }: { data: Data }) {
  return (
    <>
      <p>
        You get a new key with the same name and rights. It may also update the projects that the old one
        added.
      </p>
      <form method="post" action={`${keysPath}/${key.id}/replace`} class="stack">
        <input type="hidden" name="form" value={form} />
        {hours && (
          <div class="field">
            <label for="hours">When the old key ends</label>
            <select id="hours" name="hours">
              {hours.map((one) => (
                <option value={one} selected={one === 24}>
                  {afterHours(one)}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="answers">
          <button class="button primary waking">{hours ? 'Replace it' : 'Create a replacement'}</button>
          <Keep />
        </div>
      </form>
    </>
  );
}
