import {
  longestBody,
  longestSubject,
  type MailingEntry,
  type MailingPage as Data,
  mailingDeeds,
} from '../../contract/pages/volunteers.ts';
import { formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { faulty, FieldFault, TextField } from '../../ui/forms/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import { FilterFields, groupName } from '../../ui/forms/volunteer-filter.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';
import { Section } from '../../ui/section.tsx';

/** Managers write to a group of volunteers whose addresses they do not learn. */
export function MailingPage({ data }: PageProps<'mailing'>) {
  const { project, preview, log, done } = data;
  return (
    <>
      <ManagedHead
        project={{ ...project, tabs: { isOpen: true } }}
        current="volunteers"
        title="Mail to volunteers"
      />
      {done && (
        <Notice kind="done">
          <p>{mailingDeeds[done]}</p>
        </Notice>
      )}
      {preview ? <Preview data={data} preview={preview} /> : <Form data={data} />}
      <Section id="log" title="Earlier mails">
        {log.length === 0 ? (
          <p>None yet.</p>
        ) : (
          <ul class="cards one">
            {log.map((entry) => (
              <Entry entry={entry} path={project.path} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

function Form({ data: { project, typed, faults, isFirst, hosts } }: { data: Data }) {
  return (
    <Section id="write" title="Write a mail">
      <p>
        We send it for you, as plain text, under a header that names the project. You do not learn addresses,
        and answers reach no one. Everyone can end your mails with one click. A project sends two in 30 days
        at most, to five people or more.{' '}
        {isFirst && 'An editor reads your first one before it is sent, usually within a day.'}
      </p>
      <form method="post" action={`${project.path}/mailings`} class="stack mailing" noValidate>
        <input type="hidden" name="form" value={typed.form} />
        <fieldset class="volunteer-filters" aria-describedby={faults.group ? 'group-fault' : undefined}>
          <legend>To</legend>
          <FilterFields filter={typed.filter} />
          <FieldFault of="group" text={faults.group} />
        </fieldset>
        <TextField
          id="subject"
          name="subject"
          label="Subject"
          says="The title of the project stands before it."
          maxLength={longestSubject}
          value={typed.subject}
          fault={faults.subject}
        />
        <div class="field">
          <label for="body">Text</label>
          <textarea
            id="body"
            name="body"
            rows={12}
            required
            maxLength={longestBody}
            {...faulty('body', faults.body, 'body-says')}
          >
            {typed.body}
          </textarea>
          <p class="quiet" id="body-says">
            Plain text of up to {formatNumber(longestBody)} characters, the same for everyone. Links may lead
            to {hosts.join(', ')} only.
          </p>
          <FieldFault of="body" text={faults.body} />
        </div>
        <button class="button primary" name="act" value="preview">
          See how it looks
        </button>
      </form>
    </Section>
  );
}

function Preview({ data, preview }: { data: Data; preview: NonNullable<Data['preview']> }) {
  const { project, typed, isFirst } = data;
  const { filter } = typed;
  return (
    <Section id="preview" title="This is the mail">
      <p>
        To {groupName(filter)}: at least <strong>{formatNumber(preview.recipients)} people</strong>. Those of
        them who ended mail do not get it. A mail that was sent cannot be recalled
        {isFirst ? '; until an editor has read it, you can withdraw it.' : '.'}
      </p>
      <article class="card letter">
        <h3>{preview.subject}</h3>
        <p class="letter-text">{preview.text}</p>
      </article>
      <form method="post" action={`${project.path}/mailings`} class="answers">
        {Object.entries({ ...filter, subject: typed.subject, body: typed.body, form: typed.form }).map(
          ([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ),
        )}
        <button class="button primary waking" name="act" value="send">
          {isFirst ? 'Send it to an editor' : 'Send it'}
        </button>
        <button class="button plain" name="act" value="edit">
          Change it
        </button>
      </form>
    </Section>
  );
}

const states: Record<MailingEntry['state'], string> = {
  awaiting_review: 'Awaits an editor',
  rejected: 'Rejected',
  withdrawn: 'Not sent: withdrawn',
  sending: 'Being sent',
  sent: 'Sent',
  too_few: 'Not sent: too few people were still in the group',
  too_close: 'Not sent: too few people made the difference to an earlier mail',
};

const Entry = ({
  entry: { id, subject, filter, state, at, sent, why },
  path,
}: {
  entry: MailingEntry;
  path: string;
}) => (
  <li class="card split">
    <div>
      <h3>{subject}</h3>
      <p class="byline">
        <span>{states[state]}</span>
        {sent !== undefined && ` to a group of ${formatNumber(sent)} people or a few more`} ·{' '}
        <Time value={at} /> · {groupName(filter)}
      </p>
      {why !== undefined && <p>The editor says: {why}</p>}
    </div>
    {state === 'awaiting_review' && (
      <div>
        <PostButton
          action={`${path}/mailings/withdraw`}
          fields={{ mailing: id }}
          label={`Withdraw “${subject}”`}
        >
          Withdraw
        </PostButton>
        <p class="hint">No one gets this mail then; you can write another one.</p>
      </div>
    )}
  </li>
);
