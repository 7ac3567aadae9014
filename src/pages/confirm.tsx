import { EmailForm } from '../ui/forms/email-form.tsx';
import { PasskeyForm } from '../ui/forms/passkey-form.tsx';
import { Said, useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';

// Isolated: in a right-to-left sentence an address or a title would otherwise reorder the punctuation.
const name = (text: string | undefined) => (
  <strong>
    <bdi>{text}</bdi>
  </strong>
);

/** The hosted confirmation: for pages that may not credit by themselves, and for links of form tools. */
export function ConfirmPage({ data, frame }: PageProps<'confirm'>) {
  const { state, project, type, ref, form: signature, account, isUnfilled, isStopped, next, lang } = data;
  const { words } = useWords();
  const w = words.confirm;
  const of = { project: name(project.title), account: name(account) };
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
  if (state === 'sign-in')
    return (
      <div class="narrow">
        <h1>{w.signInTitle}</h1>
        <p>
          <Said text={w.signInText} of={{ ...of, service: frame.serviceName }} />
        </p>
        {unfilled}
        <EmailForm next={next} {...(lang !== undefined && { lang })} />
        <PasskeyForm next={next} />
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
          <a class="button plain" href={`/confirm/${project.id}?type=${type}`}>
            {w.takenOther}
          </a>
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
          <a class="button primary" href="/me">
            {words.me.title}
          </a>
        </p>
        {form(w.undo, 'plain', 'undo')}
        <p class="quiet">{w.undoSays}</p>
      </div>
    );
  return (
    <div class="narrow">
      <h1>{state === 'undone' ? w.undoneTitle : w.askTitle}</h1>
      <p>
        <Said text={w.to} of={{ ...of, kind: w[type] }} />
      </p>
      {unfilled}
      {isStopped && <p>{w.stopped}</p>}
      {form(state === 'undone' ? w.again : w.credit, 'primary waking', 'credit')}
      <p class="quiet">
        <Said text={w.notYou} of={{ signOut: signOut(w.signOutThere) }} />
      </p>
    </div>
  );
}
