import { type OriginPage as Data, proofFile, proofLabel } from '../../contract/pages/origin.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';

/** Registers a site whose pages may credit contributions to a project. */
export function OriginPage({ data: { project, typed, asked, fault } }: PageProps<'origin'>) {
  const { words, say } = useWords();
  const w = words.origins;
  return (
    <>
      <ManagedHead project={project} current="tools" title={w.title} />
      <h2>{w.title}</h2>
      <p class="lead">{w.lead}</p>
      {fault && (
        <Notice kind="fault">
          <p>
            {say(w.faults[fault.why], { host: fault.host ?? '', n: fault.n ?? 0 })}{' '}
            {fault.isUnproved && w.noRecord}
          </p>
        </Notice>
      )}
      <form method="get" action={`${project.path}/origin`} class="stack" noValidate>
        <div class="field">
          <label for="origin">{w.address}</label>
          <input
            id="origin"
            name="origin"
            type="url"
            required
            maxLength={300}
            placeholder="https://example.org"
            value={typed}
          />
        </div>
        <button class={`button ${asked ? 'plain' : 'primary'}`}>{asked ? w.anotherSite : w.goOn}</button>
      </form>
      {asked && <Proof asked={asked} path={project.path} />}
    </>
  );
}

type ProofProps = { asked: NonNullable<Data['asked']>; path: string };

function Proof({ asked: { origin, host, line }, path }: ProofProps) {
  const { words, say } = useWords();
  const w = words.origins;
  const record = (
    <code>
      {proofLabel}.{host}
    </code>
  );
  return (
    <section aria-labelledby="proof">
      <h3 id="proof">{say(w.show, { host })}</h3>
      <p>{w.put}</p>
      <CopyField label={w.line} value={line} kind="block" />
      <ul>
        <li>
          <Said text={w.file} of={{ address: <code>{origin + proofFile}</code> }} />
        </li>
        <li>
          <Said text={w.record} of={{ name: record }} />
        </li>
      </ul>
      <form method="post" action={`${path}/origin`}>
        <input type="hidden" name="origin" value={origin} />
        <button class="button primary waking">{w.check}</button>
      </form>
      <p class="hint">{w.after}</p>
    </section>
  );
}
