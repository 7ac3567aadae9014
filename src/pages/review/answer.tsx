import { Notice } from '../../ui/notice.tsx';
import type { PageProps } from '../page.ts';
import { faulty } from '../../ui/forms/text-field.tsx';

/** Where the contact of a project answers an editor's question, without signing in. */
export function AnswerPage({
  data: { state, token, title, question = '', fault, typed },
}: PageProps<'answer'>) {
  if (state === 'thanks')
    return (
      <div class="narrow">
        <h1>Thank you</h1>
        <p role="status">
          Our editors have your answer, and go on with “{title}”. We mail you what they decide; you can close
          this page.
        </p>
      </div>
    );
  if (state === 'over')
    return (
      <div class="narrow">
        <h1>This question is settled</h1>
        <p>It was answered, or “{title}” was decided on, or the link is older than two months.</p>
        {typed !== undefined && typed !== '' && (
          <>
            <p>This is what you typed:</p>
            <blockquote class="given-text">{typed}</blockquote>
          </>
        )}
        <p>
          Those who manage the project see its state on <a href="/me">their page</a>.
        </p>
      </div>
    );
  return (
    <div class="narrow">
      <h1>A question about your project</h1>
      <p>An editor asks about “{title}”:</p>
      <blockquote class="given-text">{question}</blockquote>
      <form method="post" action={`/answer/${encodeURIComponent(token)}`} class="stack">
        {fault !== undefined && (
          <Notice kind="fault">
            <p id="answer-fault">{fault}</p>
          </Notice>
        )}
        <div class="field">
          <label for="answer">Your answer</label>
          <textarea id="answer" name="answer" rows={6} required maxLength={4000} {...faulty('answer', fault)}>
            {typed ?? ''}
          </textarea>
        </div>
        <button class="button primary">Send the answer</button>
      </form>
      <p class="quiet">Our editors and those who manage the project can read it.</p>
    </div>
  );
}
