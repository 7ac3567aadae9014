import {
  type ManagedKind,
  peopleConfirmations,
  type PeoplePage as Data,
} from '../../contract/pages/people.ts';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { EntryCard } from '../../ui/entry-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from '../project/managed-head.tsx';
import { ManagerList } from './manager-list.tsx';
import { Section } from '../../ui/section.tsx';

/** `may`: a co-manager. `removed`: what they can no longer do then. `unowned`: why there is always an owner. */
const words: Record<ManagedKind, { may: string; removed: string; unowned: string; told: string }> = {
  project: {
    may: 'edit the project, see its figures and its tools, and record for it with their own keys',
    removed: 'edit the project, nor record for it with their keys',
    unowned: 'a project without an owner has no one who answers for it',
    told: ' Both are told by mail.',
  },
  widget: {
    may: 'edit the widget for all pages that show it, copy it, and see its counts',
    removed: 'edit the widget',
    unowned: 'only an owner can invite others and delete it',
    told: '',
  },
};

/** The people who manage a project or a widget. */
export function PeoplePage({ data }: PageProps<'people'>) {
  const { of, isOwner, managers, invitations, isWithheld, done, fault } = data;
  const title = `People who manage ${of.title}`;
  return (
    <>
      <ManagedHead project={of} current="people" title={title} />
      {done && (
        <Notice kind="done">
          <p>{peopleConfirmations[done]}</p>
        </Notice>
      )}
      <Managers data={data} />
      {invitations.length > 0 && <Invitations data={data} />}
      {isOwner && !isWithheld && (
        <Section id="invite" title="Invite a co-manager">
          <p>
            They get a mail with a link, which works once, for the account that has this address. Once they
            accept, they can {words[of.kind].may}. Its managers see each other’s names, or the address of who
            gave none.
          </p>
          <form method="post" action={`${of.path}/people/invite`} class="stack" noValidate>
            <EmailField id="email" fault={fault?.message} value={fault?.typed ?? ''} />
            <button class="button primary">Email an invitation</button>
          </form>
        </Section>
      )}
      <Leave data={data} isAlone={managers.length === 1} />
    </>
  );
}

function Managers({ data: { of, isOwner, managers } }: { data: Data }) {
  return (
    <Section id="managers" title="Managers">
      <ManagerList managers={managers} isOwner={isOwner} action={`${of.path}/people`} />
      {isOwner && managers.some((manager) => !manager.isOwner) && (
        <p class="hint">
          A removed manager can no longer {words[of.kind].removed}; what they did stays, and you can invite
          them again. If you hand it over, you stay as a co-manager, and only its new owner can hand it back;
          your open invitations end.{words[of.kind].told}
        </p>
      )}
    </Section>
  );
}

/** The person who invited, and when the invitation ends. */
export const InvitedBy = ({ by, until }: { by: string; until: string }) => (
  <>
    Invited by <bdi>{by}</bdi>, until <Time value={until} />
  </>
);

const Invitations = ({ data: { of, invitations } }: { data: Data }) => (
  <Section id="invitations" title="Open invitations">
    <ul class="cards one">
      {invitations.map(({ id, address, by, until }) => (
        <EntryCard name={address} byline={<InvitedBy by={by} until={until} />}>
          <PostButton
            action={`${of.path}/people/withdraw`}
            fields={{ invitation: id }}
            label={`Withdraw the invitation of ${address}`}
          >
            Withdraw
          </PostButton>
        </EntryCard>
      ))}
    </ul>
    <p class="hint">
      The link of a withdrawn invitation ends at once; you can send another one. An invitation also ends once
      the person who made it is no owner any more.
    </p>
  </Section>
);

function Leave({ data: { of, isOwner, managers }, isAlone }: { data: Data; isAlone: boolean }) {
  const isOnlyOwner = isOwner && managers.filter((manager) => manager.isOwner).length === 1;
  return (
    <Section id="leave" title="Stop managing it">
      {isOnlyOwner ? (
        <p>
          You are its only owner. {isAlone ? 'Invite someone' : 'Hand it over'} first:{' '}
          {words[of.kind].unowned}.
        </p>
      ) : (
        <>
          <p>
            You can then no longer {words[of.kind].removed.replace('their keys', 'your keys')}. What you did
            stays. Only an owner can invite you again.
          </p>
          <PostButton action={`${of.path}/people`} fields={{ act: 'leave' }} look="danger">
            Stop managing it
          </PostButton>
        </>
      )}
    </Section>
  );
}
