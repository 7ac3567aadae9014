import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import type { PageProps } from '../page.ts';

/** Asks before a site is removed from a project. */
export function RemoveOriginPage({ data: { project, origin, permissions } }: PageProps<'remove-origin'>) {
  return (
    <div class="narrow">
      <h1>Remove this site?</h1>
      <p>
        Pages of{' '}
        <strong>
          <bdi>{origin}</bdi>
        </strong>{' '}
        can then no longer ask participants to credit <a href={project.path}>{project.title}</a>.
      </p>
      <ul class="remove-says">
        <li>
          {permissions === 0
            ? 'No participant has allowed these pages to credit them.'
            : `${counted(permissions, 'permission')} of participants for these pages stop working at once.`}
        </li>
        <li>What was credited stays.</li>
        <li>If you register the site again, permissions that have not expired work again.</li>
      </ul>
      <div class="answers">
        <PostButton action={`${project.path}/origin/remove`} fields={{ origin }} look="danger">
          Remove it
        </PostButton>
        <a class="button plain" href={`${project.path}/tools#origins`}>
          Keep it
        </a>
      </div>
    </div>
  );
}
