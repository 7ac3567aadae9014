import type { ComponentChildren } from 'preact';
import { Named } from '../ui/named.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Fold } from '../ui/fold.tsx';
import { FieldFault, faulty } from '../ui/forms/text-field.tsx';
import { EmailForm } from '../ui/forms/email-form.tsx';
import { PasskeyForm } from '../ui/forms/passkey-form.tsx';
import { Said, SaidParagraph, useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';

/** The hosted confirmation: for pages that may not credit by themselves, and for links of form tools. */
export function ConfirmPage({ data, frame }: PageProps<'confirm'>) {
  const { state, project, type, ref, form: signature, account, isUnfilled, isStopped, next, lang } = data;
  const { words } = useWords();
  const w = words.confirm;
  const of = { project: <Named>{project.title}</Named>, account: <Named>{account}</Named> };
  const signOut = (text: string) => <a href="/me">{text}</a>;
  const form = (label: string, look: string, choice: 'credit' | 'undo') => (
    <form method="post" action={`/confirm/${project.id}`} class="stack">
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="ref" value={ref} />
      {signature !== undefined && <input type="hidden" name="form" value={signature} />}
      {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
      <button class={`button ${look}`} name="choice" value={choice}>
        {label}
      </button>
    </form>
  );
  const unfilled = isUnfilled && (
    <p class="quiet">
      <Said text={w.unfilled} of={of} />
    </p>
  );
  const inGroup = (children: ComponentChildren) => (
    <form method="post" action={`/confirm/${project.id}`} class="stack">
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="ref" value={ref} />
      {signature !== undefined && <input type="hidden" name="form" value={signature} />}
      {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
      {data.group && <input type="hidden" name="group" value={data.group.code} />}
      {children}
    </form>
  );
  if (data.group) {
    const named = { ...of, group: <Named>{data.group.name}</Named> };
    const g = words.groups;
    return (
      <div class="narrow">
        <h1>
          <Said text={state === 'counted' ? g.counted : g.count} of={named} />
        </h1>
        <p role={state === 'counted' ? 'status' : undefined}>
          <Said text={state === 'counted' ? g.countedSays : g.countSays} of={named} />
        </p>
        {inGroup(
          state === 'counted' ? (
            <button class="button plain" name="choice" value="not-us">
              {g.notUs}
            </button>
          ) : (
            <button class="button primary waking" name="choice" value="count">
              {g.countIt}
            </button>
          ),
        )}
        {state === 'counted' && <p class="quiet">{g.notUsSays}</p>}
      </div>
    );
  }
  const group = (
    <Fold id="group" title={words.groups.inGroup} heading="h2" isOpen={data.isGroupUnknown === true}>
      {inGroup(
        <>
          <div class="field">
            <label for="confirm-group">{words.groups.code}</label>
            <input
              id="confirm-group"
              name="group"
              required
              maxLength={20}
              autocomplete="off"
              autocapitalize="characters"
              dir="ltr"
              {...faulty('confirm-group', data.isGroupUnknown)}
            />
            <FieldFault of="confirm-group" text={data.isGroupUnknown && words.groups.unknown} />
          </div>
          <button class="button plain" name="choice" value="look">
            {words.groups.next}
          </button>
        </>,
      )}
    </Fold>
  );
  if (state === 'sign-in')
    return (
      <div class="narrow">
        <h1>{w.signInTitle}</h1>
        <SaidParagraph text={w.signInText} of={{ ...of, service: frame.serviceName }} />
        {unfilled}
        <EmailForm next={next} {...(lang !== undefined && { lang })} />
        <PasskeyForm next={next} />
        {group}
      </div>
    );
  if (state === 'taken')
    return (
      <div class="narrow">
        <h1>{w.takenTitle}</h1>
        <p role="status">
          <Said text={w.takenText} of={{ ...of, signOut: signOut(w.signOut) }} />
        </p>
        <p>
          <ButtonLink href={`/confirm/${project.id}?type=${type}`} text={w.takenOther} />
        </p>
      </div>
    );
  if (state === 'credited')
    return (
      <div class="narrow">
        <h1>{w.creditedTitle}</h1>
        <p role="status">
          <Said text={w.creditedText} of={of} />
        </p>
        <p>
          <ButtonLink href="/me" text={words.me.title} look="primary" />
        </p>
        {form(w.undo, 'plain', 'undo')}
        <p class="quiet">{w.undoSays}</p>
      </div>
    );
  return (
    <div class="narrow">
      <h1>{state === 'undone' ? w.undoneTitle : w.askTitle}</h1>
      <SaidParagraph text={w.to} of={{ ...of, kind: w[type] }} />
      {unfilled}
      {isStopped && <p>{w.stopped}</p>}
      {form(state === 'undone' ? w.again : w.credit, 'primary waking', 'credit')}
      <p class="quiet">
        <Said text={w.notYou} of={{ signOut: signOut(w.signOutThere) }} />
      </p>
      {group}
    </div>
  );
}
