import { Notice } from '../ui/notice.tsx';
import { useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';

const links = { project: '/me/volunteer', programme: '/me#programmes', status: '/me#follows' };

/** Ends the mails of one project or programme, or those about a project's status, for the reader of one of them: no signing in needed. */
export function UnsubscribePage({ data: { about, token, title, state } }: PageProps<'unsubscribe'>) {
  const { words: all, say } = useWords();
  const words = all.unsubscribe;
  if (state === 'broken')
    return (
      <div class="narrow">
        <h1>{words.heading}</h1>
        <Notice kind="fault" says={words.broken} />
      </div>
    );
  const isStatus = about === 'status';
  const says = about === 'project' ? words : words[about];
  const { project = words.project } = says as { project?: string };
  const path = isStatus ? '/unsubscribe/status/' : '/unsubscribe/';
  return (
    <div class="narrow">
      <h1>
        {state === 'ask' ? say(says.ask, { project: title ?? project }) : says[state === 'on' ? 'on' : 'off']}
      </h1>
      {state === 'ask' ? <p>{says.askText}</p> : <p role="status">{says[`${state}Text`]}</p>}
      {state !== 'gone' && (
        <form method="post" action={path + encodeURIComponent(token)} class="stack">
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
      )}
      <p>
        <a href={links[about]}>
          {
            { project: all.volunteer.title, programme: all.programmes.yours, status: all.follows.title }[
              about
            ]
          }
        </a>
      </p>
    </div>
  );
}
