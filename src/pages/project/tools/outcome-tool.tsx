import { longestSentence, outcomeKinds } from '../../../contract/api/outcome-kinds.ts';
import type { Tools } from '../../../contract/pages/project-tools.ts';
import { Field } from '../../../ui/forms/text-field.tsx';
import { PostButton } from '../../../ui/forms/post-button.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { languageNameIn } from '../../../ui/words/language-name.ts';
import { useWords } from '../../../ui/words/use-words.tsx';

/** The managers' form, and what they told before. */
export function OutcomeTool({ outcomes, path }: { outcomes: Tools['outcomes']; path: string }) {
  const { tag, words, say } = useWords();
  const w = words.outcomes;
  const isFirst = !outcomes.all.some(({ state }) => state === 'shown');
  return (
    <>
      <p>
        {w.says} {isFirst && w.first}
      </p>
      <form method="post" action={`${path}/outcomes`} class="stack">
        <div class="field">
          <label for="outcome-kind">{w.kind}</label>
          <select id="outcome-kind" name="kind">
            {outcomeKinds.map((kind) => (
              <option value={kind}>{w.kinds[kind]}</option>
            ))}
          </select>
        </div>
        <Sentence name="sentence" label={w.sentence} isRequired />
        {outcomes.languages.map((code) => (
          <Sentence
            name={`sentence-${code}`}
            label={say(w.sentenceIn, { language: languageNameIn(tag, code) })}
          />
        ))}
        <Field id="outcome-link" name="link" label={w.link}>
          {(control) => <input {...control} maxLength={2000} autocomplete="off" dir="ltr" />}
        </Field>
        <Field id="outcome-from" name="from" label={w.from}>
          {(control) => <input {...control} type="date" required />}
        </Field>
        <Field id="outcome-to" name="to" label={w.to}>
          {(control) => <input {...control} type="date" required />}
        </Field>
        <button class="button plain">{w.send}</button>
      </form>
      {outcomes.all.length > 0 && (
        <>
          <p class="quiet">{w.removeSays}</p>
          <ul class="rows">
            {outcomes.all.map((outcome) => (
              <li class="split">
                <div>
                  <Outcome outcome={outcome}>
                    <p class="quiet">{w.states[outcome.state]}</p>
                  </Outcome>
                </div>
                <PostButton
                  action={`${path}/outcomes/remove`}
                  fields={{ outcome_id: outcome.id }}
                  label={say(w.removeLabel, { sentence: outcome.sentence })}
                  look="danger"
                >
                  {w.remove}
                </PostButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const Sentence = ({ name, label, isRequired }: { name: string; label: string; isRequired?: boolean }) => (
  <Field id={`outcome-${name}`} name={name} label={label}>
    {(control) => (
      <textarea {...control} rows={2} maxLength={longestSentence} required={isRequired} dir="auto" />
    )}
  </Field>
);
