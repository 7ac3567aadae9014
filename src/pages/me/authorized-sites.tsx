import type { AuthorizedSite } from '../../contract/authorize-page.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';

/** Which sites know who the person is (gold tier), what they may see, and the way to end that. */
export function AuthorizedSites({ sites }: { sites: AuthorizedSite[] }) {
  if (sites.length === 0) return null;
  return (
    <section aria-labelledby="sites">
      <h3 id="sites">Sites that know your profile</h3>
      <p>
        You authorized these sites. When you revoke one, it can read nothing from that moment on; what was
        credited to you stays. To allow it again, connect your profile there once more.
      </p>
      <ul class="cards one">
        {sites.map(({ id, name, site, sees, since, used }) => (
          <li class="card split">
            <div>
              <h4>{name}</h4>
              <p class="byline">
                <span class="origin">{site}</span> · sees the number of your profile
                {sees.name && ', your name'}
                {sees.address && ', your e-mail address'} · since <Time value={since} /> · last seen{' '}
                <Time value={used} />
              </p>
            </div>
            <PostButton action="/me/sites/revoke" fields={{ id }} look="danger" label={`Revoke ${name}`}>
              Revoke
            </PostButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
