import { MailSent } from '../ui/forms/email-form.tsx';
import { TellMeForm } from '../ui/forms/tell-me-form.tsx';
import { SaidParagraph, useWords } from '../ui/words/use-words.tsx';
import { ProjectName } from './me/project-name.tsx';
import type { PageProps } from './page.ts';

/** "Tell me when it starts", for those who do it by mail: no account needed. */
export function TellMePage({ data, frame }: PageProps<'tell-me'>) {
  const { state, project, token, fault } = data;
  const w = useWords().words.tellMe;
  const name = project ? <ProjectName project={project} /> : w.thisProject;
  const action = `/tell-me/${encodeURIComponent(token ?? '')}`;
  if (state === 'form')
    return (
      <div class="narrow">
        <h1>{w.title}</h1>
        <SaidParagraph text={w.yetToStart} of={{ project: name }} />
        {project && <TellMeForm path={project.path} {...(fault !== undefined && { fault })} />}
      </div>
    );
  if (state === 'confirm')
    return (
      <div class="narrow">
        <h1>{w.ask}</h1>
        <SaidParagraph text={w.askText} of={{ project: name }} />
        <form method="post" action={action}>
          <button class="button primary" name="choice" value="yes">
            {w.title}
          </button>
        </form>
      </div>
    );
  const { title, text } = w.outcomes[state];
  return (
    <div class="narrow">
      <h1>{title}</h1>
      {project && <p>{name}</p>}
      {state === 'sent' ? (
        <MailSent isDevelopment={frame.development !== undefined} anywhere />
      ) : (
        <p role="status">{text}</p>
      )}
      {state === 'on' && (
        <form method="post" action={action}>
          <button class="button plain" name="choice" value="no">
            {w.takeOff}
          </button>
        </form>
      )}
    </div>
  );
}
