import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { ProjectName } from './project-name.tsx';
import { useTitle } from './use-title.ts';

/** Which sites hold a grant, and the way to take it back. */
export function Grants({ grants, serviceName }: { grants: PageData['me']['grants']; serviceName: string }) {
  const { words, say } = useWords();
  const w = words.manage;
  return (
    <section aria-labelledby="grants">
      <h3 id="grants">{w.grants}</h3>
      {grants.total === 0 ? (
        <p>{w.noGrants}</p>
      ) : (
        <>
          <p>{say(w.grantsSay, { service: serviceName })}</p>
          <ul class="cards one">
            {grants.items.map((grant) => (
              <li class="card split">
                <Grant grant={grant} />
              </li>
            ))}
          </ul>
          <Pager path="/me" list={grants} name="grants" anchor="grants" label={words.pager.sites} />
        </>
      )}
    </section>
  );
}

function Grant({ grant }: { grant: PageData['me']['grants']['items'][number] }) {
  const { words, say } = useWords();
  const w = words.manage;
  const { id, project, origin, how, used, expires } = grant;
  const title = useTitle(project);
  return (
    <>
      <div>
        <h4>
          <span class="origin">{origin}</span>
        </h4>
        <p class="byline">
          <Said text={w.grantFor} of={{ project: <ProjectName project={project} /> }} /> ·{' '}
          {how === 'popup' ? w.popup : w.byEmail} ·{' '}
          <Said text={w.lastUsed} of={{ date: <Time value={used} /> }} /> ·{' '}
          <Said text={w.ends} of={{ date: <Time value={expires} /> }} />
        </p>
      </div>
      <PostButton
        action="/me/grants/revoke"
        fields={{ id }}
        look="danger"
        label={say(w.revokeLabel, { site: origin, project: title })}
      >
        {w.revoke}
      </PostButton>
    </>
  );
}
