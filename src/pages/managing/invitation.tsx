import { accountPath } from '../../contract/pages/account.ts';
import type { InvitationPage as Data } from '../../contract/pages/people.ts';
import { widgetsPath } from '../../contract/pages/widgets.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Named } from '../../ui/named.tsx';
import { Time } from '../../ui/time.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

type Of<State extends Data['state']> = Extract<Data, { state: State }>;

/** An invitation to manage somebody's project or widget. */
export function InvitationPage({ data }: PageProps<'invitation'>) {
  const w = useWords().words.invitation;
  switch (data.state) {
    case 'ended':
      return (
        <div class="narrow">
          <h1>{w.ended}</h1>
          <p>{w.endedSays}</p>
          <Onwards />
        </div>
      );
    case 'other-address':
      return <OtherAddress data={data} />;
    case 'refused':
      return (
        <div class="narrow">
          <h1>{w.declined}</h1>
          <SaidParagraph text={w.declinedSays[data.kind]} of={{ title: <Named>{data.title}</Named> }} />
          <Onwards />
        </div>
      );
    case 'ask':
      return <Ask data={data} />;
  }
}

function OtherAddress({ data: { invited, account } }: { data: Of<'other-address'> }) {
  const w = useWords().words.invitation;
  return (
    <div class="narrow">
      <h1>{w.other}</h1>
      <SaidParagraph
        text={w.otherSays}
        of={{ address: <Named>{invited}</Named>, account: <Named>{account}</Named> }}
      />
      <SaidParagraph text={w.yours} of={{ add: <a href={`${accountPath}#addresses`}>{w.add}</a> }} />
      <PostButton action="/sign-out">{w.signOut}</PostButton>
    </div>
  );
}

function Ask({ data: { kind, title, description, invitation, account, token } }: { data: Of<'ask'> }) {
  const w = useWords().words.invitation;
  return (
    <div class="narrow">
      <h1>{w.ask}</h1>
      <SaidParagraph text={w.askSays[kind]} of={{ title: <Named>{title}</Named> }} />
      {description !== '' && <blockquote>{description.replace(/^(.{300}).+/su, '$1…')}</blockquote>}
      <p class="byline">
        <span>
          <Said
            text={w.invitedAt}
            of={{
              name: <bdi>{invitation.by}</bdi>,
              date: <Time value={invitation.until} />,
              address: <bdi>{invitation.address}</bdi>,
            }}
          />
        </span>
      </p>
      <SaidParagraph text={w.account} of={{ account: <Named>{account}</Named> }} />
      <p class="hint">{w.no}</p>
      <form method="post" action={`/invitation/${token}`} class="answers">
        <button class="button primary" name="choice" value="yes">
          {w.yes}
        </button>
        <button class="button plain" name="choice" value="no">
          {w.decline}
        </button>
      </form>
    </div>
  );
}

function Onwards() {
  const w = useWords().words.invitation;
  return (
    <SaidParagraph
      text={w.onwards}
      of={{ page: <a href="/me">{w.page}</a>, widgets: <a href={widgetsPath}>{w.widgets}</a> }}
    />
  );
}
