import {
  longestBody,
  longestSubject,
  type MailingEntry,
  type MailingPage as Data,
  type SenderHead,
  type VolunteerFilter,
} from '../../contract/pages/volunteers.ts';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { faulty, FieldFault, TextField } from '../../ui/forms/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import { FilterFields, groupName } from '../../ui/forms/volunteer-filter.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';
import { Section } from '../../ui/section.tsx';

/** The words that differ for a programme, and its one group. */
function useSaid({ kind }: SenderHead) {
  const language = useWords();
  const { mailing } = language.words;
  const { programme } = mailing;
  const done = { ...mailing.done, awaiting: programme.awaiting };
  const w = kind === 'programme' ? { ...mailing, ...programme, done } : mailing;
  const groupOf = (filter: VolunteerFilter) =>
    kind === 'programme' ? programme.group : groupName(filter, language);
  return { ...language, w, groupOf };
}

/** Managers write to a group of people whose addresses they do not learn. */
export function MailingPage({ data }: PageProps<'mailing'>) {
  const { of, preview, log, done } = data;
  const { w } = useSaid(of);
  const tabs = of.kind === 'project' && { tabs: { isOpen: true } };
  return (
    <>
      <ManagedHead project={{ ...of, ...tabs }} current="volunteers" title={w.title} />
      <Notice kind="done" says={done && w.done[done]} />
      {preview ? <Preview data={data} preview={preview} /> : <Form data={data} />}
      <Section id="log" title={w.log}>
        {log.length === 0 ? (
          <p>{w.none}</p>
        ) : (
          <ul class="cards one">
            {log.map((entry) => (
              <Entry entry={entry} of={of} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

function Form({ data: { of, typed, faults, isFirst, hosts } }: { data: Data }) {
  const { words, w, say, number, translated, groupOf } = useSaid(of);
  const fault = (text: string | undefined) => text && translated(text);
  return (
    <Section id="write" title={w.write}>
      <p>
        {w.says} {isFirst && w.first}
      </p>
      <form method="post" action={`${of.path}/mailings`} class="stack mailing" noValidate>
        <input type="hidden" name="form" value={typed.form} />
        <fieldset class="volunteer-filters" aria-describedby={faults.group ? 'group-fault' : undefined}>
          <legend>{w.to}</legend>
          {of.kind === 'programme' ? <p>{groupOf(typed.filter)}</p> : <FilterFields filter={typed.filter} />}
          <FieldFault of="group" text={fault(faults.group)} />
        </fieldset>
        <TextField
          id="subject"
          name="subject"
          label={w.subject}
          says={w.subjectSays}
          maxLength={longestSubject}
          value={typed.subject}
          fault={fault(faults.subject)}
        />
        <div class="field">
          <label for="body">{w.text}</label>
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
            {say(w.textSays, { n: number(longestBody), hosts: hosts.join(words.ages.comma) })}
          </p>
          <FieldFault of="body" text={fault(faults.body)} />
        </div>
        <button class="button primary" name="act" value="preview">
          {w.see}
        </button>
      </form>
    </Section>
  );
}

function Preview({ data, preview }: { data: Data; preview: NonNullable<Data['preview']> }) {
  const { of, typed, isFirst } = data;
  const { w, count, groupOf } = useSaid(of);
  const { filter } = typed;
  return (
    <Section id="preview" title={w.preview}>
      <p>
        <Said
          text={w.goes}
          of={{
            group: groupOf(filter),
            people: <strong>{count('peopleExactly', preview.recipients)}</strong>,
          }}
        />{' '}
        {isFirst ? w.finalFirst : w.final}
      </p>
      <article class="card letter">
        <h3>{preview.subject}</h3>
        <p class="letter-text">{preview.text}</p>
      </article>
      <form method="post" action={`${of.path}/mailings`} class="answers">
        {Object.entries({ ...filter, subject: typed.subject, body: typed.body, form: typed.form }).map(
          ([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ),
        )}
        <button class="button primary waking" name="act" value="send">
          {isFirst ? w.sendFirst : w.send}
        </button>
        <button class="button plain" name="act" value="edit">
          {w.change}
        </button>
      </form>
    </Section>
  );
}

function Entry({
  entry: { id, subject, filter, state, at, sent, why },
  of,
}: {
  entry: MailingEntry;
  of: SenderHead;
}) {
  const { w, say, number, groupOf } = useSaid(of);
  const outcome = w.states[state];
  return (
    <li class="card split">
      <div>
        <h3>{subject}</h3>
        <p class="byline">
          <span>
            {sent === undefined ? outcome : say(w.sentTo, { state: outcome, n: number(sent) })} ·{' '}
            <Time value={at} /> · {groupOf(filter)}
          </span>
        </p>
        {why !== undefined && <p>{say(w.editor, { why })}</p>}
      </div>
      {state === 'awaiting_review' && (
        <div>
          <PostButton
            action={`${of.path}/mailings/withdraw`}
            fields={{ mailing: id }}
            label={say(w.withdrawNamed, { subject })}
          >
            {w.withdraw}
          </PostButton>
          <p class="hint">{w.withdrawSays}</p>
        </div>
      )}
    </li>
  );
}
