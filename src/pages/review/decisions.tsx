import type { ReviewPage } from '../../contract/pages/review.ts';
import { counted } from '../../ui/format.ts';
import { filterOf } from './filtered.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Field } from '../../ui/forms/text-field.tsx';

/** Draws the decisions of an editor on the whole project. */
export function Decisions({ data }: { data: ReviewPage }) {
  const { project, version, isWaiting, isTrusted, tests } = data;
  const action = `/review/${project.id}${filterOf(data)}`;
  const isNew = data.what === 'new';
  return (
    <Section id="decide" title="Decide" class="decisions">
      {(isWaiting || isNew) && (
        <>
          <form method="post" action={action} class="stack">
            <input type="hidden" name="version" value={version} />
            <button class="button primary waking" name="act" value="approve" data-key="a">
              {isNew ? 'Approve and publish' : 'Approve the changes'}
            </button>
            {tests > 0 && (
              <p class="quiet">Publishing deletes {counted(tests, 'test event')} of it permanently.</p>
            )}
          </form>
          {isWaiting && (
            <TextForm
              action={action}
              act="ask"
              name="question"
              shortcut="q"
              title="Ask the contact"
              label="Question, mailed to the contact"
              button="Mail the question"
              fault={faultOf(data, 'ask')}
            />
          )}
          {isWaiting && (
            <TextForm
              action={action}
              act="reject"
              name="why"
              shortcut="r"
              title="Reject"
              label="Reason, which the owner reads"
              button={isNew ? 'Turn the project down' : 'Turn the changes down'}
              version={version}
              fault={faultOf(data, 'reject')}
              help="Nothing is deleted: the owner can change it and send it again."
            />
          )}
        </>
      )}
      <PostButton action={action} fields={{ act: isTrusted ? 'untrust' : 'trust', version }}>
        {isTrusted ? 'Review its updates again' : 'Trust its updates'}
      </PostButton>
      <p class="quiet">
        {isTrusted
          ? 'Its updates are published at once, except name, address, contact and image.'
          : 'Trusted updates are published at once, except name, address, contact and image.'}
      </p>
      <Hashed data={data} action={action} />
      <Origins data={data} action={action} />
      <Keys />
    </Section>
  );
}

/** The permission to send hashed addresses in the record step, which the specification discourages. */
const Hashed = ({ data: { hashed, version }, action }: { data: ReviewPage; action: string }) => (
  <section id="hashed">
    {hashed.asked !== undefined && (
      <>
        <p>
          <strong>A manager asks to send hashed addresses in the record step:</strong>
        </p>
        <blockquote>{hashed.asked}</blockquote>
      </>
    )}
    {!hashed.isAllowed && (
      <PostButton action={action} fields={{ act: 'allow-hashed', version }}>
        Allow hashed addresses
      </PostButton>
    )}
    {(hashed.isAllowed || hashed.asked !== undefined) && (
      <PostButton action={action} fields={{ act: 'refuse-hashed', version }} look="danger">
        {hashed.isAllowed ? 'End hashed addresses' : 'Refuse hashed addresses'}
      </PostButton>
    )}
    <p class="quiet">
      {hashed.isAllowed
        ? 'It may send them in the record step. If you end that, its calls with hashes are refused from then on; what was recorded stays, and you can allow it again.'
        : 'Discouraged: allow it only where a look-up beforehand is not possible. Nothing is deleted by a refusal, and you can allow it later.'}
    </p>
  </section>
);

/** The sites that may credit: owners prove theirs, and an editor registers one that they have checked. */
const Origins = ({ data, action }: { data: ReviewPage; action: string }) => (
  <details class="decision" open={faultOf(data, 'origin') !== undefined}>
    <summary>Approve a site…</summary>
    <p class="quiet">
      {data.origins.length === 0
        ? 'No site may credit in the name of this project yet.'
        : 'These sites may credit in the name of this project:'}
    </p>
    {data.origins.length > 0 && (
      <ul>
        {data.origins.map((origin) => (
          <li class="origin">{origin}</li>
        ))}
      </ul>
    )}
    <form method="post" action={action} class="stack" noValidate>
      <div class="field">
        <label for="origin">Another site of the project</label>
        <input
          id="origin"
          name="origin"
          type="url"
          inputMode="url"
          placeholder="https://example.org"
          value={faultOf(data, 'origin')?.typed}
        />
      </div>
      <p class="quiet">
        Its pages can then ask participants to let them credit. Its managers can remove it in Tools.
      </p>
      <button class="button plain waking" name="act" value="approve-origin">
        Register the site
      </button>
    </form>
  </details>
);

type TextFormProps = {
  action: string;
  act: string;
  name: string;
  shortcut: string;
  title: string;
  label: string;
  button: string;
  version?: number;
  help?: string;
  fault: FormFault | undefined;
};

type FormFault = Extract<NonNullable<ReviewPage['fault']>, { form: string }>;

/** The fault of one form: it is open then, with what was typed. */
const faultOf = ({ fault }: ReviewPage, form: FormFault['form']): FormFault | undefined =>
  fault !== undefined && 'form' in fault && fault.form === form ? fault : undefined;

const TextForm = ({ action, act, name, shortcut, title, label, button, ...given }: TextFormProps) => (
  <details class="decision" open={given.fault !== undefined}>
    <summary data-key={shortcut}>{title}…</summary>
    <form method="post" action={action} class="stack">
      {given.version !== undefined && <input type="hidden" name="version" value={given.version} />}
      <Field id={name} label={label} fault={given.fault?.message}>
        {(control) => (
          <textarea {...control} rows={4} required maxLength={4000}>
            {given.fault?.typed}
          </textarea>
        )}
      </Field>
      {given.help !== undefined && <p class="quiet">{given.help}</p>}
      <button class={`button ${act === 'reject' ? 'danger' : 'plain'} waking`} name="act" value={act}>
        {button}
      </button>
    </form>
  </details>
);

/** Shown by the script that reads the keys (review-keys.ts); single keys must be possible to turn off (WCAG 2.1.4). */
const Keys = () => (
  <div class="keys" data-keys hidden>
    <label class="check" for="keys">
      <input type="checkbox" id="keys" />
      <span>Single keys</span>
    </label>
    <dl>
      <dt>
        <kbd>n</kbd>
      </dt>
      <dd>next project</dd>
      <dt>
        <kbd>a</kbd>
      </dt>
      <dd>go to “Approve”, Enter approves</dd>
      <dt>
        <kbd>q</kbd>
      </dt>
      <dd>ask the contact</dd>
      <dt>
        <kbd>r</kbd>
      </dt>
      <dd>reject</dd>
    </dl>
  </div>
);
