import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';
import { AuthorizedSites } from './authorized-sites.tsx';
import { Contributions } from './contributions.tsx';
import { Grants } from './grants.tsx';
import { Unclaimed } from './unclaimed.tsx';

/** A person's own page: what was credited, what waits for a decision, who may credit. */
export function MePage({ data, frame }: PageProps<'me'>) {
  const { name, addresses, projects, grants, sites } = data;
  return (
    <>
      <div class="me-head">
        <div>
          <h1>Your contributions</h1>
          <p class="byline">{name}</p>
        </div>
        <PostButton action="/sign-out">Sign out</PostButton>
      </div>
      <Unclaimed projects={projects.filter(({ unclaimed }) => unclaimed)} />
      <Contributions projects={projects.filter(({ unclaimed }) => !unclaimed)} />
      <Grants grants={grants} serviceName={frame.serviceName} />
      <AuthorizedSites sites={sites} />
      <section aria-labelledby="addresses">
        <h2 id="addresses">Your addresses</h2>
        <p>Projects that know you by one of these credit you without asking again.</p>
        <ul class="rows">
          {addresses.map(({ address, main }) => (
            <li>
              <span>{address}</span> {main && <span class="badge">Main</span>}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
