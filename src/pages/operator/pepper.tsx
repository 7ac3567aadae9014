import type { ComponentChildren } from 'preact';
import type { PepperShown } from '../../contract/pages/operator.ts';
import { counted, formatInstant } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { LongAct } from './long-act.tsx';
import { SureForm } from './sure-form.tsx';
import { Section } from '../../ui/section.tsx';

const action = '/operator/store';

/** `noBackup`: why this page makes none. */
type Props = { pepper: PepperShown; noBackup: string | undefined };

/** The pepper: how a change stands, and its next step. A page never takes or shows a pepper. */
export const Pepper = ({ pepper, noBackup }: Props) => (
  <Section id="pepper" title="Pepper">
    <p>
      The key of all digests of addresses.{' '}
      {pepper.changed === undefined ? (
        'It was never changed.'
      ) : (
        <>
          Changed <time dateTime={pepper.changed}>{formatInstant(pepper.changed)} UTC</time>.
        </>
      )}{' '}
      Change it when someone may have seen it, or when a person who knew it leaves.
    </p>
    <LongAct last={pepper.last} again="Go on below: the rows that were moved stay moved." />
    {pepper.last?.state !== 'running' && <NextStep pepper={pepper} noBackup={noBackup} />}
  </Section>
);

function NextStep({ pepper, noBackup }: Props) {
  if (pepper.step === 'first') return <Prepare noBackup={noBackup} />;
  if (pepper.step === 'change') return <Change rows={pepper.rows} />;
  if (pepper.step === 'move') return <MoveRest rows={pepper.rows} />;
  if (pepper.step === 'moved') return <Moved pepper={pepper} noBackup={noBackup} />;
  return (
    <Notice kind="fault">
      <p>
        The new <code>PEPPER</code> was in use before. Set another one, and restart every process.
      </p>
    </Notice>
  );
}

const Prepare = ({ noBackup }: Pick<Props, 'noBackup'>) => (
  <>
    <p>To change it:</p>
    <ol>
      <li>{noBackup === undefined ? 'Make a backup, above.' : 'Make a backup of the databases.'}</li>
      <li>
        For every process, set <code>PEPPER</code> to a new secret of at least 32 characters and{' '}
        <code>PEPPER_BEFORE</code> to the one in use. Restart one process after the other.
      </li>
      <li>Load this page again: the button for the change is then here.</li>
    </ol>
    <p class="quiet">
      No form takes a pepper: what is typed into a page may be kept by a browser or read by someone with your
      session.
    </p>
  </>
);

const Change = ({ rows }: { rows: number | undefined }) => (
  <>
    <p>
      The process that answers you knows a new <code>PEPPER</code>, which is not yet in use. The change asks
      all processes first, and does nothing if one does not know it. Then every digest and encrypted value
      {rows !== undefined && ` (${counted(rows, 'row')})`} is moved to the new one while the service runs;
      nothing is deleted. To take it back, you restore a backup from before, with the former pepper.
    </p>
    <SureForm
      action={action}
      act="pepper"
      sure="There is a backup, and I keep the former pepper with it."
      look="danger"
    >
      Change the pepper
    </SureForm>
  </>
);

const MoveRest = ({ rows }: { rows: number | undefined }) => (
  <>
    <p>
      The new pepper is in use, and not all {rows !== undefined && `of ${counted(rows, 'row')} `}were moved to
      it. Both are accepted until that is done; nothing is deleted by it, and it can be interrupted and begun
      again.
    </p>
    <PostButton action={action} fields={{ act: 'pepper', sure: 'yes' }} look="primary">
      Move the other rows
    </PostButton>
  </>
);

const Moved = ({ pepper: { hasBefore, opensFormer }, noBackup }: Props) => (
  <>
    <p>All rows are in the pepper in use.</p>
    {hasBefore && (
      <Notice kind="warning">
        <p>
          Remove <code>PEPPER_BEFORE</code> from the settings of every process. Keep the former pepper as long
          as you keep backups from before the change.
        </p>
      </Notice>
    )}
    {opensFormer ? (
      <EndFormer />
    ) : (
      <p>Links and tokens of former ones are not accepted any more, except those that end mail.</p>
    )}
    <Folded summary="Change it again">
      <Prepare noBackup={noBackup} />
    </Folded>
  </>
);

const Folded = ({ summary, children }: { summary: string; children: ComponentChildren }) => (
  <details>
    <summary>{summary}</summary>
    {children}
  </details>
);

const EndFormer = () => (
  <>
    <p>
      Links and tokens made with a former pepper are still accepted. If it leaked, end that now; otherwise
      wait for 30 days. Afterwards, mailed links, invitations and links of drafts from before the change no
      longer work, and sites connect again; people stay signed in. Links that end mail always work. No
      contribution, profile or refusal is lost, but this cannot be undone.
    </p>
    <SureForm action={action} act="pepper-end" sure="I know that this cannot be undone." look="danger">
      End links and tokens of former peppers
    </SureForm>
  </>
);
