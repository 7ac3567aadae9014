import type { OperatorDeed } from '../../contract/pages/operator.ts';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import type { PageProps } from '../page.ts';
import { Managers, type OperatedProject, Origins } from './project-people.tsx';
import { OperatorTabs } from './tabs.tsx';

const action = '/operator/projects';

const doneWords: Record<OperatorDeed, string> = {
  withhold: 'It is withheld. Its managers read your reason in its history.',
  show: 'It is no longer withheld.',
  publish: 'It is published.',
  unpublish: 'It awaits review again.',
  managed: 'That person manages it.',
  unmanaged: 'That person no longer manages it.',
  origin: 'The site is registered.',
  'origin-removed': 'The site is no longer registered.',
  'no-address': 'Type an email address, like name@example.org.',
  'no-origin': 'A site looks like https://example.org, without a path. Nothing was registered.',
  'shared-origin':
    'Several sites share that host, and each could read the permissions. Nothing was registered.',
};

const visibilities: Record<OperatedProject['visibility'], string> = {
  published: 'Published',
  hidden: 'Published, and hidden by its owner',
  withheld: 'Withheld by the operators',
  unpublished: 'Awaits review',
  turned_down: 'Rejected',
};

/** One project, found by its number or its name: withheld, shown, published, or sent back to review. */
export function OperatorProjectPage({ data, path }: PageProps<'operator-project'>) {
  const { typed, named, fault, done, project } = data;
  return (
    <>
      <h1>Projects</h1>
      <OperatorTabs path={path} />
      <Notice kind="done" says={done && project && doneWords[done]} />
      <Notice kind="fault" says={fault} />
      <form method="get" action={action} class="stack">
        <div class="field">
          <label for="project">Number, name or address of the project</label>
          <input id="project" name="project" required maxLength={300} autocomplete="off" value={typed} />
        </div>
        <div class="answers">
          <button class="button primary">Find it</button>
        </div>
      </form>
      {named && (
        <ul class="rows">
          {named.map(({ id, title }) => (
            <li>
              <a href={`${action}?project=${id}`}>
                <bdi>{title}</bdi>
              </a>{' '}
              <span class="quiet">{id}</span>
            </li>
          ))}
        </ul>
      )}
      {project && <Project shown={project} />}
    </>
  );
}

const Project = ({ shown }: { shown: OperatedProject }) => (
  <section aria-labelledby="found">
    <h2 id="found">
      <a href={shown.path}>{shown.title}</a>
    </h2>
    <p class="byline">
      <span>
        {visibilities[shown.visibility]} · number {shown.id} ·{' '}
        <a href={`/review/${shown.id}`}>review and history</a>
      </span>
    </p>
    {shown.visibility === 'withheld' ? <Withheld shown={shown} /> : <Withhold shown={shown} />}
    {shown.isPublished ? <Unpublish shown={shown} /> : <Publish shown={shown} />}
    <Managers shown={shown} />
    <Origins shown={shown} />
  </section>
);

const Reach = ({ shown: { participants, grants } }: { shown: OperatedProject }) => (
  <>
    The contributions of {counted(participants, 'participant')} stay theirs;{' '}
    {counted(grants, 'permission of sites rests', 'permissions of sites rest')}
  </>
);

const Withhold = ({ shown }: { shown: OperatedProject }) => (
  <section aria-labelledby="withhold">
    <h3 id="withhold">Withhold it</h3>
    <p>
      It is shown nowhere at once, nothing is recorded for it, and no mail is sent for it. Nothing is deleted.{' '}
      <Reach shown={shown} />. You can show it again here, and all of it comes back.
    </p>
    <form method="post" action={action} class="stack">
      <input type="hidden" name="project" value={shown.id} />
      <input type="hidden" name="version" value={shown.version} />
      <div class="field">
        <label for="why">Why, for its managers</label>
        <input id="why" name="why" required maxLength={1000} autocomplete="off" />
      </div>
      <div class="answers">
        <button class="button danger waking" name="act" value="withhold">
          Withhold {shown.title}
        </button>
      </div>
    </form>
  </section>
);

const Withheld = ({ shown }: { shown: OperatedProject }) => (
  <section aria-labelledby="show">
    <h3 id="show">Show it again</h3>
    <p>It is shown and recorded for as before, and its permissions work again.</p>
    <PostButton
      action={action}
      fields={{ project: shown.id, version: shown.version, act: 'show' }}
      look="primary"
    >
      Show {shown.title} again
    </PostButton>
  </section>
);

const Unpublish = ({ shown }: { shown: OperatedProject }) => (
  <section aria-labelledby="unpublish">
    <h3 id="unpublish">Send it back to review</h3>
    <p>
      It leaves the directory until an editor approves it, and nothing is recorded for it.{' '}
      <Reach shown={shown} />. An approval brings all of it back.
    </p>
    <PostButton
      action={action}
      fields={{ project: shown.id, version: shown.version, act: 'unpublish' }}
      look="danger"
    >
      Send {shown.title} back to review
    </PostButton>
  </section>
);

const Publish = ({ shown }: { shown: OperatedProject }) => (
  <section aria-labelledby="publish">
    <h3 id="publish">Publish it</h3>
    <p>
      It is published as it is, without review
      {shown.tests > 0 && `; its ${counted(shown.tests, 'test event')} are permanently deleted`}. You can send
      it back to review here.
    </p>
    <PostButton action={action} fields={{ project: shown.id, version: shown.version, act: 'publish' }}>
      Publish {shown.title}
    </PostButton>
  </section>
);
