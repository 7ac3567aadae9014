import { EmailForm } from '../ui/email-form.tsx';
import { PasskeyForm } from '../ui/passkey-form.tsx';
import type { PageProps } from './page.ts';

const kinds = {
  collection: 'data that you collected',
  classification: 'a classification or transcription of yours',
  signup: 'that you joined the project',
} as const;

/** The hosted confirmation: for pages that may not credit by themselves, and for links of form tools. */
export function ConfirmPage({ data, frame }: PageProps<'confirm'>) {
  const { state, project, type, ref, form: signature, account, isStopped, next, lang } = data;
  const name = <strong>{project.title}</strong>;
  const form = (label: string, look: string, choice: 'credit' | 'undo') => (
    <form method="post" action={`/confirm/${project.id}`} class="stack">
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="ref" value={ref} />
      {signature !== undefined && <input type="hidden" name="form" value={signature} />}
      <button class={`button ${look}`} name="choice" value={choice}>
        {label}
      </button>
    </form>
  );
  if (state === 'sign-in')
    return (
      <div class="narrow">
        <h1>Get the credit for your contribution</h1>
        <p>
          Your contribution to {name} can be credited to your {frame.serviceName} profile. Sign in first: we
          mail you a link. If you are new here, the same link creates your profile.
        </p>
        <EmailForm next={next} {...(lang !== undefined && { lang })} />
        <PasskeyForm next={next} isRefused={false} />
      </div>
    );
  if (state === 'taken')
    return (
      <div class="narrow">
        <h1>This was credited already</h1>
        <p role="status">
          This contribution to {name} is credited to another profile than <strong>{account}</strong>. Each
          counts once. Was it yours? Ask the project, or <a href="/me">sign out</a> and in with the other
          address.
        </p>
      </div>
    );
  if (state === 'credited')
    return (
      <div class="narrow">
        <h1>Credited to your profile</h1>
        <p role="status">Your contribution to {name} is on your page.</p>
        <p>
          <a class="button primary" href="/me">
            Your contributions
          </a>
        </p>
        {form('Undo', 'plain', 'undo')}
        <p class="quiet">
          Undoing takes this one contribution off your page. You can credit it again right after.
        </p>
      </div>
    );
  return (
    <div class="narrow">
      <h1>{state === 'undone' ? 'Taken off your profile' : 'Credit your contribution?'}</h1>
      <p>
        To {name}, to your profile <strong>{account}</strong>: {kinds[type]}.
      </p>
      {isStopped && <p>You stopped crediting for this project. With this it begins anew.</p>}
      {form(state === 'undone' ? 'Credit it again' : 'Credit me', 'primary waking', 'credit')}
      <p class="quiet">
        You did not contribute to this project? Close this page, and nothing happens. Not you?{' '}
        <a href="/me">Sign out on your page</a> first.
      </p>
    </div>
  );
}
