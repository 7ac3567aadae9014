import { ButtonLink } from '../../ui/button-link.tsx';
import { Field } from '../../ui/forms/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { CodeSteps } from './sheet.tsx';

/** The page that the code of a group leads to. */
export function GroupCodePage({ data }: PageProps<'group-code'>) {
  const { words, say } = useWords();
  const w = words.groups;
  if (data.state !== 'open')
    return (
      <div class="narrow">
        <h1>{data.state === 'over' ? w.over : w.unknown}</h1>
        <p role="alert">{w.askLeader}</p>
      </div>
    );
  const { name, code, isSignedIn, member, done } = data;
  return (
    <div class="narrow">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <Notice kind="done" says={done && w.done[done]} />
      <CodeSteps code={code} />
      <p>
        <ButtonLink href="/finder" text={words.me.find} look="primary" />
      </p>
      <Section id="account" title={w.withAccount}>
        <p>
          {member
            ? member.shownName === undefined
              ? w.asTotal
              : say(w.asName, { name: member.shownName })
            : w.joinSays}
        </p>
        <form method="post" action={`/join/${code.replace(' ', '')}`} class="stack">
          {isSignedIn && (
            <Field id="group-shown" name="name" label={w.yourName}>
              {(control) => (
                <input {...control} maxLength={80} value={member?.shownName ?? ''} autocomplete="name" />
              )}
            </Field>
          )}
          {member && <p class="hint">{w.leaveSays}</p>}
          <div class="answers">
            <button class="button plain">{member ? words.programmeForm.save : w.join}</button>
            {member && (
              <button class="button danger" name="act" value="leave">
                {w.leave}
              </button>
            )}
          </div>
        </form>
      </Section>
    </div>
  );
}
