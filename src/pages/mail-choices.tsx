import { counted } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import type { PageProps } from './page.ts';

const outcomes = {
  project: {
    title: 'No more mail from this project',
    text: 'Its managers can no longer write to you through us. They still see what you contribute, until you end that, too, on your page. There you can allow the mail again.',
  },
  ended: {
    title: 'It is ended',
    text: 'No site may credit contributions to this address by a mailed code any more. What was credited stays. To allow a site again, enter your address there.',
  },
  never: {
    title: 'No more such mail',
    text: 'What a mailed code allowed is ended, and nobody can make us mail a code or a notice to this address again. What was credited stays. Until you change your mind: the link in the mail leads back here.',
  },
  again: {
    title: 'You can get such mail again',
    text: 'When your address is entered on a site, we mail a code to it again. What was ended stays so: to allow a site again, enter your address there.',
  },
} as const;

/** For the reader of a mail they may not have asked for: no account and no signing in needed. */
export function MailChoicesPage({ data, frame }: PageProps<'mail-choices'>) {
  const { token, grants = 0, projects = [], done, fault } = data;
  const action = `/mail/${encodeURIComponent(token)}`;
  if (fault !== undefined)
    return (
      <div class="narrow">
        <h1>Your mail from us</h1>
        <Notice kind="fault">
          <p>{fault}</p>
        </Notice>
        <p>
          <a href="/">Home page</a>
        </p>
      </div>
    );
  if (done !== undefined)
    return (
      <div class="narrow">
        <h1>{outcomes[done].title}</h1>
        <p role="status">{outcomes[done].text}</p>
        {done === 'never' && (
          <form method="post" action={action}>
            <button class="button plain" name="choice" value="again">
              Allow such mail again
            </button>
          </form>
        )}
        <p>
          <a href="/">What is {frame.serviceName}?</a>
        </p>
      </div>
    );
  return (
    <div class="narrow">
      <h1>Your mail from us</h1>
      <p>
        Somebody typed your address into a project’s site, to have contributions credited to you, or asked us
        to tell you when a project starts. A code from such a mail signs nobody in.
      </p>
      <form method="post" action={action} class="choices">
        <div class="card">
          <h2>End what a code allowed</h2>
          <p>
            {grants === 0
              ? 'No site uses a mailed code to credit contributions to you at present.'
              : `${counted(grants, 'site')} that used a mailed code can no longer credit contributions to you. What was credited stays, and you can allow a site again there.`}
          </p>
          <button class="button primary" name="choice" value="end">
            End it
          </button>
        </div>
        <div class="card">
          <h2>And never mail me again</h2>
          <p>
            The same, and this address gets no more codes and no more notices, whoever asks. This link takes
            it back.
          </p>
          <button class="button danger" name="choice" value="never">
            Never again
          </button>
        </div>
      </form>
      {projects.length > 0 && <Projects projects={projects} action={action} />}
    </div>
  );
}

type Projects = NonNullable<PageProps<'mail-choices'>['data']['projects']>;

const Projects = ({ projects, action }: { projects: Projects; action: string }) => (
  <section aria-labelledby="projects">
    <h2 id="projects">Projects that may write to you</h2>
    <p>
      You let the managers of these projects see what you contribute, and they may write to you through us,
      twice a month at most. Ending the mail of one changes nothing else; you can allow it again on your page.
    </p>
    <ul class="cards one">
      {projects.map(({ id, title }) => (
        <li class="card split">
          <h3>{title}</h3>
          <form method="post" action={action} class="post-button">
            <input type="hidden" name="project_id" value={id} />
            <button
              class="button plain waking"
              name="choice"
              value="project"
              aria-label={`No more mail from ${title}`}
            >
              No more mail
            </button>
          </form>
        </li>
      ))}
    </ul>
  </section>
);
