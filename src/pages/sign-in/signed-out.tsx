import type { PageProps } from '../page.ts';
import { SentTexts } from '../sent-texts.tsx';

/** A form that somebody sent after their session had ended, with everything that they typed. */
export function SignedOutPage({ data: { action, fields, texts } }: PageProps<'signed-out'>) {
  return (
    <div class="narrow">
      <h1>Your session has ended</h1>
      <p class="lead">Nothing was done yet, and nothing that you typed is lost.</p>
      <form method="post" action={action} class="stack">
        <ol>
          <li>
            <a href="/sign-in" target="_blank" rel="noopener">
              Sign in in another tab
            </a>
            , and come back to this one.
          </li>
          <li>Send it again here.</li>
        </ol>
        {fields.map(({ name, value }) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <SentTexts texts={texts} />
        <button class="button primary">Send it again</button>
      </form>
    </div>
  );
}
