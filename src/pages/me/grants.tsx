import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { ProjectName } from './project-name.tsx';

const ways = { popup: 'you agreed in a small window', email: 'by a code mailed to you' } as const;

/** Which sites hold a grant, and the way to take it back. */
export function Grants({ grants, serviceName }: { grants: PageData['me']['grants']; serviceName: string }) {
  return (
    <section aria-labelledby="grants">
      <h3 id="grants">Sites that may credit you</h3>
      {grants.total === 0 ? (
        <p>
          None. When you press “Credit me” on a project’s site, it is listed here and you can take it back.
        </p>
      ) : (
        <>
          <p>
            Each can record and undo contributions to its one project. None can read your profile on{' '}
            {serviceName}. Revoking ends that at once and removes none of your contributions; to allow a site
            again, press “Credit me” there.
          </p>
          <ul class="cards one">
            {grants.items.map(({ id, project, origin, how, used, expires }) => (
              <li class="card split">
                <div>
                  <h4>
                    <span class="origin">{origin}</span>
                  </h4>
                  <p class="byline">
                    for <ProjectName project={project} /> · {ways[how]} · last used <Time value={used} /> ·
                    ends <Time value={expires} /> unless used again
                  </p>
                </div>
                <PostButton
                  action="/me/grants/revoke"
                  fields={{ id }}
                  look="danger"
                  label={`Revoke ${origin} for ${project.title}`}
                >
                  Revoke
                </PostButton>
              </li>
            ))}
          </ul>
          <Pager path="/me" list={grants} name="grants" anchor="grants" label="sites" />
        </>
      )}
    </section>
  );
}
