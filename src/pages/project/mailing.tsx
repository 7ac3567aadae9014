import {
  longestBody,
  longestSubject,
  type MailingEntry,
  type MailingPage as Data,
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

/** Managers write to a group of volunteers whose addresses they do not learn. */
export function MailingPage({ data }: PageProps<'mailing'>) {
  const { project, preview, log, done } = data;
  const w = useWords().words.mailing;
  return (
    <>
      <ManagedHead project={{ ...project, tabs: { isOpen: true } }} current="volunteers" title={w.title} />
      {done && (
        <Notice kind="done">
          <p>{w.done[done]}</p>
        </Notice>
      )}
      {preview ? <Preview data={data} preview={preview} /> : <Form data={data} />}
      <Section id="log" title={w.log}>
        {log.length === 0 ? (
          <p>{w.none}</p>
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
  const { words, say, number, translated } = useWords();
  const w = words.mailing;
  const fault = (text: string | undefined) => text && translated(text);
  return (
    <Section id="write" title={w.write}>
      <p>
        {w.says} {isFirst && w.first}
      </p>
      <form method="post" action={`${project.path}/mailings`} class="stack mailing" noValidate>
        <input type="hidden" name="form" value={typed.form} />
        <fieldset class="volunteer-filters" aria-describedby={faults.group ? 'group-fault' : undefined}>
          <legend>{w.to}</legend>
          <FilterFields filter={typed.filter} />
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
  const language = useWords();
  const w = language.words.mailing;
  const { project, typed, isFirst } = data;
  const { filter } = typed;
  return (
    <Section id="preview" title={w.preview}>
      <p>
        <Said
          text={w.goes}
          of={{
            group: groupName(filter, language),
            people: <strong>{language.count('peopleExactly', preview.recipients)}</strong>,
          }}
        />{' '}
        {isFirst ? w.finalFirst : w.final}
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
  path,
}: {
  entry: MailingEntry;
  path: string;
}) {
  const language = useWords();
  const { words, say, number } = language;
  const w = words.mailing;
  const outcome = w.states[state];
  return (
    <li class="card split">
      <div>
        <h3>{subject}</h3>
        <p class="byline">
          <span>
            {sent === undefined ? outcome : say(w.sentTo, { state: outcome, n: number(sent) })} ·{' '}
            <Time value={at} /> · {groupName(filter, language)}
          </span>
        </p>
        {why !== undefined && <p>{say(w.editor, { why })}</p>}
      </div>
      {state === 'awaiting_review' && (
        <div>
          <PostButton
            action={`${path}/mailings/withdraw`}
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
