import type { AuthorizedSite } from '../../contract/pages/authorize.ts';
import { Fold } from '../../ui/fold.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

/** Which sites know who the person is (gold tier), what they may see, and the way to end that. */
export function AuthorizedSites({ sites, isOpen }: { sites: AuthorizedSite[]; isOpen: boolean }) {
  const { words, say, number, count } = useWords();
  const w = words.manage;
  if (sites.length === 0) return null;
  const seen = ({ name, address }: AuthorizedSite['sees']) =>
    name && address ? w.seesBoth : name ? w.seesName : address ? w.seesAddress : w.sees;
  return (
    <Fold id="sites" heading="h2" title={w.sites} state={number(sites.length)} isOpen={isOpen}>
      <p>{w.sitesSay}</p>
      <ul class="cards one">
        {sites.map(({ id, name, site, sees, reads, since, used }) => (
          <li class="card split">
            <div>
              <h3>{name}</h3>
              <p class="byline">
                <span class="origin">{site}</span> · {seen(sees)} ·{' '}
                <Said text={w.since} of={{ date: <Time value={since} /> }} /> ·{' '}
                <Said text={w.lastSeen} of={{ date: <Time value={used} /> }} />
                {reads !== undefined && <> · {say(w.reads, { times: count('time', reads) })}</>}
              </p>
            </div>
            <PostButton
              action="/me/sites/revoke"
              fields={{ id }}
              look="danger"
              label={say(w.revokeSite, { site: name })}
            >
              {w.revoke}
            </PostButton>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
