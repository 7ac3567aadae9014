import { MailSent } from '../ui/email-form.tsx';
import { TellMeForm } from '../ui/tell-me-form.tsx';
import type { PageProps } from './page.ts';

const outcomes = {
  sent: { title: 'Look into your mail', text: '' },
  on: {
    title: 'You will be told',
    text: 'We mail you once when this project starts, and then forget your address. If you leave the list, you can come back to it on the page of the project.',
  },
  off: {
    title: 'You are off the list',
    text: 'Your address is deleted from it; no mail will come. You can come back to it on the page of the project.',
  },
  over: {
    title: 'This is over',
    text: 'Either this project no longer waits for its start, or the link is older than a week.',
  },
} as const;

/** "Tell me when it starts", for those who do it by mail: no account needed. */
export function TellMePage({ data, frame }: PageProps<'tell-me'>) {
  const { state, project, token, fault } = data;
  const name = project ? <a href={project.path}>{project.title}</a> : 'This project';
  const action = `/tell-me/${encodeURIComponent(token ?? '')}`;
  if (state === 'form')
    return (
      <div class="narrow">
        <h1>Tell me when it starts</h1>
        <p>{name} has yet to start.</p>
        {project && <TellMeForm path={project.path} {...(fault !== undefined && { fault })} />}
      </div>
    );
  if (state === 'confirm')
    return (
      <div class="narrow">
        <h1>Tell you when it starts?</h1>
        <p>{name} has yet to start. We mail you once when it does, and then forget your address.</p>
        <form method="post" action={action}>
          <button class="button primary" name="choice" value="yes">
            Tell me when it starts
          </button>
        </form>
      </div>
    );
  const { title, text } = outcomes[state];
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
          <button class="button" name="choice" value="no">
            Take me off the list
          </button>
        </form>
      )}
    </div>
  );
}
