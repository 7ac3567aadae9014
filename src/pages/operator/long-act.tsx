import type { LongActShown } from '../../contract/pages/operator.ts';
import { formatInstant } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

const At = ({ value }: { value: string }) => <time dateTime={value}>{formatInstant(value)} UTC</time>;

/** How far an act in the background has come, or how the last one ended. `again`: what to do after an interruption. */
export function LongAct({ last, again }: { last: LongActShown | undefined; again: string }) {
  if (last === undefined) return null;
  if (last.state === 'running')
    return (
      <Notice kind="note">
        <p role="status">
          Under way since <At value={last.begun} />. {last.says}
        </p>
        <p>
          It goes on if you leave. <a href="/operator/store">Load this page again</a> to see how far it is.
        </p>
      </Notice>
    );
  if (last.state === 'done')
    return (
      <p role="status">
        Last time, <At value={last.at} />: {last.says}
      </p>
    );
  return (
    <Notice kind="fault">
      <p>
        <At value={last.at} />:{' '}
        {last.state === 'failed' ? last.says : `it was interrupted, because its process ended. ${again}`}
      </p>
    </Notice>
  );
}
