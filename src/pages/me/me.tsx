import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';
import { Calendar } from './calendar.tsx';
import { Contributions } from './contributions.tsx';
import { Follows } from './follows.tsx';
import { Manage } from './manage.tsx';
import { Managed } from './managed.tsx';
import { Newest, NothingYet, Totals } from './newest.tsx';
import { Removed } from './removed.tsx';
import { Shares } from './shares.tsx';
import { Unclaimed } from './unclaimed.tsx';

/** A person's own page: contributions first, then the decisions about them. */
export function MePage({ data, frame }: PageProps<'me'>) {
  const { totals, newest, projects } = data;
  return (
    <>
      <div class="me-head">
        <div>
          <h1>Your contributions</h1>
          {data.name !== '' && <p class="byline">{data.name}</p>}
        </div>
        <div class="answers">
          <a class="button plain" href="/account">
            Account
          </a>
          <PostButton action="/sign-out">Sign out</PostButton>
        </div>
      </div>
      {data.managed && <Managed managed={data.managed} />}
      <Removed removed={data.removed} />
      <Unclaimed shares={data.unclaimed} />
      {newest ? (
        <>
          <Newest contribution={newest} />
          <Totals totals={totals} />
          <Calendar months={data.calendar} />
          <Contributions contributions={data.contributions} />
        </>
      ) : (
        <NothingYet hasUnclaimed={data.unclaimed.length > 0} />
      )}
      <Follows follows={data.follows} />
      <Shares projects={projects} />
      <Manage data={data} serviceName={frame.serviceName} />
    </>
  );
}
