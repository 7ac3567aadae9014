import { accountPath, type AccountPage, type OwnGrant } from '../../contract/pages/account.ts';
import { Fold } from '../../ui/fold.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { ProjectName } from '../me/project-name.tsx';
import { useTitle } from '../me/use-title.ts';

type Props = Pick<AccountPage, 'grants'> & { serviceName: string; isOpen: boolean };

/** Which sites hold a grant, and the way to take it back. */
export function Grants({ grants, serviceName, isOpen }: Props) {
  const { words, say, number } = useWords();
  const w = words.manage;
  return (
    <Fold id="grants" heading="h2" title={w.grants} state={number(grants.total)} isOpen={isOpen}>
      {grants.total === 0 ? (
        <p>{w.noGrants}</p>
      ) : (
        <>
          <p>{say(w.grantsSay, { service: serviceName })}</p>
          <ul class="cards one">
            {grants.items.map((grant) => (
              <Grant grant={grant} />
            ))}
          </ul>
          <Pager
            path={accountPath}
            list={grants}
            name="grants"
            anchor="grants"
            what="site"
            label={words.pager.sites}
          />
        </>
      )}
    </Fold>
  );
}

function Grant({ grant }: { grant: OwnGrant }) {
  const { words, say } = useWords();
  const w = words.manage;
  const { id, project, origin, how, used, expires } = grant;
  const title = useTitle(project);
  return (
    <li class="card split">
      <div>
        <h3>
          <span class="origin">{origin}</span>
        </h3>
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
    </li>
  );
}
