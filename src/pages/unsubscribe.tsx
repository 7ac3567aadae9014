import { Notice } from '../ui/notice.tsx';
import { useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';

/** Ends the mails of one project, for the reader of one of them: no signing in needed. */
export function UnsubscribePage({ data: { token, title, state } }: PageProps<'unsubscribe'>) {
  const { words: all, say } = useWords();
  const words = all.unsubscribe;
  if (state === 'broken')
    return (
      <div class="narrow">
        <h1>{words.heading}</h1>
        <Notice kind="fault">
          <p>{words.broken}</p>
        </Notice>
      </div>
    );
  return (
    <div class="narrow">
      <h1>{state === 'ask' ? say(words.ask, { project: title ?? words.project }) : words[state]}</h1>
      {state === 'ask' ? <p>{words.askText}</p> : <p role="status">{words[`${state}Text`]}</p>}
      <form method="post" action={`/unsubscribe/${encodeURIComponent(token)}`} class="stack">
        {state === 'off' ? (
          <button class="button plain" name="choice" value="on">
            {words.again}
          </button>
        ) : (
          <button class="button primary" name="choice" value="off">
            {words.end}
          </button>
        )}
      </form>
      <p>
        <a href="/me/volunteer">{all.volunteer.title}</a>
      </p>
    </div>
  );
}
