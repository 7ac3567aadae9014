import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';
import { ProjectName } from './project-name.tsx';
import { Share } from './share.tsx';

/** Asks before contributions are removed, with their number and the way to get them back. */
export function RemovePage({ data }: PageProps<'me-remove'>) {
  const { project, which, before, ...share } = data;
  const all = counted(share.events, 'contribution');
  return (
    <div class="narrow">
      <h1>Remove {all}?</h1>
      <div class="card">
        <h2>
          <ProjectName project={project} />
        </h2>
        <p class="byline">
          <span>
            <Share {...share} />
          </span>
        </p>
      </div>
      <ul class="remove-says">
        <li>
          {share.events === 1 ? 'It is' : 'They are'} taken off your profile at once. The totals of the
          project stay.
        </li>
        <li>
          You can take this back on your page for 7 days. After that{' '}
          {share.events === 1 ? 'it is' : 'they are'} deleted for good.
        </li>
        <li>
          {which === 'credited'
            ? 'What you contribute from now on is not affected.'
            : 'What was credited to you since you joined is not affected.'}
        </li>
      </ul>
      <div class="answers">
        <PostButton
          action={which === 'credited' ? '/me/remove' : '/me/disclaim'}
          fields={{ project_id: project.id, before }}
          look="danger"
        >
          Remove {all}
        </PostButton>
        <a class="button plain" href="/me">
          Keep {share.events === 1 ? 'it' : 'them'}
        </a>
      </div>
    </div>
  );
}
