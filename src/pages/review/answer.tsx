import { Notice } from '../../ui/notice.tsx';
import type { PageProps } from '../page.ts';
import { faulty } from '../../ui/forms/text-field.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';

/** Where the contact of a project answers an editor's question, without signing in. */
export function AnswerPage({
  data: { state, token, title = '', question = '', fault, typed },
}: PageProps<'answer'>) {
  const { words, say, translated } = useWords();
  const w = words.answer;
  if (state === 'thanks')
    return (
      <div class="narrow">
        <h1>{w.thanks}</h1>
        <p role="status">{say(w.thanksSays, { title })}</p>
      </div>
    );
  if (state === 'over')
    return (
      <div class="narrow">
        <h1>{w.over}</h1>
        <p>{say(w.overSays, { title })}</p>
        {typed !== undefined && typed !== '' && (
          <>
            <p>{w.typed}</p>
            <blockquote class="given-text">{typed}</blockquote>
          </>
        )}
        <SaidParagraph text={w.state} of={{ page: <a href="/me">{w.page}</a> }} />
      </div>
    );
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <p>{say(w.asks, { title })}</p>
      <blockquote class="given-text">{question}</blockquote>
      <form method="post" action={`/answer/${encodeURIComponent(token)}`} class="stack">
        {fault !== undefined && (
          <Notice kind="fault">
            <p id="answer-fault">{translated(fault)}</p>
          </Notice>
        )}
        <div class="field">
          <label for="answer">{w.label}</label>
          <textarea id="answer" name="answer" rows={6} required maxLength={4000} {...faulty('answer', fault)}>
            {typed ?? ''}
          </textarea>
        </div>
        <button class="button primary">{w.send}</button>
      </form>
      <p class="quiet">{w.readers}</p>
    </div>
  );
}
