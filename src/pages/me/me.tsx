import { certificatesPath } from '../../contract/pages/certificates.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import type { PageProps } from '../page.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { FirstZone } from '../account/zone-form.tsx';
import { Calendar } from './calendar.tsx';
import { Contributions } from './contributions.tsx';
import { Follows } from './follows.tsx';
import { Managed } from './managed.tsx';
import { Newest, NothingYet } from './newest.tsx';
import { Milestones, OverTime } from './over-time.tsx';
import { OwnOutcomes } from './outcomes.tsx';
import { OfferedProgrammes, OwnProgrammes } from './programmes.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';
import { Removed } from './removed.tsx';
import { Retracted } from './retracted.tsx';
import { Shares } from './shares.tsx';
import { Totals } from './totals.tsx';
import { Unclaimed } from './unclaimed.tsx';

/** While the deletion of the account can be taken back. */
function Ending({ ends }: { ends: string | undefined }) {
  const { words, say, date } = useWords();
  if (ends === undefined) return null;
  return (
    <Notice kind="warning" says={say(words.delete.pending, { date: date(ends) })}>
      <PostButton action="/account/keep" look="primary">
        {words.delete.keepIt}
      </PostButton>
    </Notice>
  );
}

/** A person's own page: what they did. What they control is on their account page. */
export function MePage({ data, frame }: PageProps<'me'>) {
  const { totals, newest, projects } = data;
  const { me: w, managed, certificates } = useWords().words;
  return (
    <>
      <div class="me-head">
        <div>
          <h1>{w.title}</h1>
          {data.name !== '' && <p class="byline">{data.name}</p>}
        </div>
        <div class="answers">
          <ButtonLink href="/account" text={w.account} />
          <PostButton action="/sign-out">{w.signOut}</PostButton>
        </div>
      </div>
      <Notice kind="done" says={data.done && managed[data.done]} />
      <FirstZone visitor={frame.visitor} />
      <Ending ends={data.ends} />
      {data.managed && <Managed managed={data.managed} />}
      <Retracted retracted={data.retracted} />
      <Removed removed={data.removed} />
      <Unclaimed shares={data.unclaimed} />
      <OwnProgrammes programmes={data.programmes} />
      {newest ? (
        <>
          <Newest contribution={newest} />
          <OfferedProgrammes programmes={data.programmes} />
          <Totals {...totals} />
          <p>
            <ButtonLink href={certificatesPath} text={certificates.title} />
          </p>
          <OwnOutcomes outcomes={data.outcomes} />
          <Milestones milestones={data.milestones} />
          <Calendar calendar={data.calendar} zone={data.zone} />
          <OverTime months={data.months} />
        </>
      ) : (
        <NothingYet hasUnclaimed={data.unclaimed.length > 0} />
      )}
      <Shares projects={projects} />
      {newest && <Contributions contributions={data.contributions} />}
      <Follows follows={data.follows} />
      {data.offersPasskey && <PasskeyOffer />}
    </>
  );
}
