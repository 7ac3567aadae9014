import {
  operatorProgrammesPath,
  type OperatorProgrammesPage as Data,
} from '../../contract/pages/programmes.ts';
import { Field } from '../../ui/forms/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { OperatorTabs } from '../operator/tabs.tsx';
import type { PageProps } from '../page.ts';
import { ProgrammeLink, Rule } from './rule.tsx';

const states = { requested: 'waits', open: 'open', withheld: 'withheld', refused: 'turned down' } as const;

/** For operators: partners' requests for programmes, and all programmes. */
export function OperatorProgrammesPage({ data, path }: PageProps<'operator-programmes'>) {
  const { programmes, fault } = data;
  return (
    <>
      <h1>Programmes</h1>
      <OperatorTabs path={path} />
      <p class="lead">Partners request programmes; each is shown once you approve it.</p>
      <Notice kind="fault" says={fault} />
      {programmes.total === 0 ? (
        <p>There is none yet.</p>
      ) : (
        <ul class="cards one">
          {programmes.items.map((one) => (
            <One programme={one} />
          ))}
        </ul>
      )}
      <Pager
        path={operatorProgrammesPath}
        list={programmes}
        name="page"
        anchor="main"
        what="programme"
        label="programmes"
      />
    </>
  );
}

const One = ({ programme }: { programme: Data['programmes']['items'][number] }) => {
  const { id, name, text, award, state, by, since, rule, change } = programme;
  const decide = (act: string, label: string) => (
    <PostButton action={operatorProgrammesPath} fields={{ programme_id: id, act }} label={`${label} ${name}`}>
      {label}
    </PostButton>
  );
  return (
    <li class="card">
      <h2>
        <ProgrammeLink programme={programme} />
      </h2>
      <p class="byline">
        <span>
          {by ?? 'An account that is gone'} · <Time value={since} />
        </span>
        <span class="badge">{states[state]}</span>
      </p>
      <p dir="auto" class="written">
        {text}
      </p>
      <p dir="auto">Award: {award}</p>
      <Rule rule={rule} />
      {change && (
        <div class="notice warning">
          <h3>A change waits</h3>
          <p dir="auto" class="written">
            {[change.name, change.text, `Award: ${change.award}`, change.link, ...change.others]
              .filter(Boolean)
              .join('\n')}
          </p>
          <Rule rule={change.rule} />
          {change.logo !== undefined && <img src={change.logo} alt="The new logo" class="programme-logo" />}
          <p class="hint">
            Until you decide, everybody sees it as before. A dropped change has to be typed again.
          </p>
          <div class="answers">
            {decide('change', 'Publish the change of')}
            {decide('keep', 'Drop the change of')}
          </div>
        </div>
      )}
      {state === 'requested' && (
        <form method="post" action={operatorProgrammesPath} class="stack">
          <input type="hidden" name="programme_id" value={id} />
          <Field id={`reason-${id}`} name="reason" label="If you refuse it: why, for its managers">
            {(control) => <input {...control} maxLength={500} autocomplete="off" />}
          </Field>
          <p class="hint">A refusal ends the request. You can open it later all the same.</p>
          <div class="answers">
            <button class="button primary waking" name="act" value="approve" aria-label={`Approve ${name}`}>
              Approve
            </button>
            <button class="button plain waking" name="act" value="refuse" aria-label={`Refuse ${name}`}>
              Refuse
            </button>
          </div>
        </form>
      )}
      {state === 'open' && (
        <>
          <p class="hint">A withheld programme and its awards are shown to nobody until you open it again.</p>
          {decide('withhold', 'Withhold')}
        </>
      )}
      {(state === 'withheld' || state === 'refused') && decide('open', 'Open')}
    </li>
  );
};
