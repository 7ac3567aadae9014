import { peopleConfirmations, type PeoplePage as Data } from '../../contract/people-page.ts';
import { EmailField } from '../../ui/email-field.tsx';
import { EntryCard } from '../../ui/entry-card.tsx';
import { ManagerList } from '../../ui/manager-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';

/** The people who manage a project. */
export function PeoplePage({ data }: PageProps<'people'>) {
  const { project, isOwner, managers, invitations, isWithheld, done, fault } = data;
  return (
    <>
      <ManagedHead project={project} current="people" title={`People who manage ${project.title}`} />
      {done && (
        <Notice kind="note">
          <p role="status">{peopleConfirmations[done]}</p>
        </Notice>
      )}
      <Managers data={data} />
      {invitations.length > 0 && <Invitations data={data} />}
      {isOwner && !isWithheld && (
        <section aria-labelledby="invite">
          <h2 id="invite">Invite a co-manager</h2>
          <p>
            They get a mail with a link. Once they accept, they can edit the project, see its figures and its
            tools, and record for it with their own keys. Its managers see each other’s names.
          </p>
          <form method="post" action={`${project.path}/people/invite`} class="stack" noValidate>
            <EmailField id="email" fault={fault?.message} value={fault?.typed ?? ''} />
            <button class="button primary">Mail an invitation</button>
          </form>
        </section>
      )}
      <Leave data={data} isAlone={managers.length === 1} />
    </>
  );
}

function Managers({ data: { project, isOwner, managers } }: { data: Data }) {
  return (
    <section aria-labelledby="managers">
      <h2 id="managers">Managers</h2>
      <ManagerList
        managers={managers}
        isOwner={isOwner}
        action={`${project.path}/people`}
        roles={{ owner: 'Owner: may also invite, remove and hand over', other: 'Co-manager' }}
      />
      {isOwner && managers.some((manager) => !manager.isOwner) && (
        <p class="hint">
          A removed manager can no longer edit the project, nor record for it with their keys; what they did
          stays, and you can invite them again. If you hand it over, you stay as a co-manager, and only its
          new owner can hand it back. Both are told by mail.
        </p>
      )}
    </section>
  );
}

const Until = ({ value }: { value: string }) => (
  <>
    Until <Time value={value} />
  </>
);

const Invitations = ({ data: { project, invitations } }: { data: Data }) => (
  <section aria-labelledby="invitations">
    <h2 id="invitations">Open invitations</h2>
    <ul class="cards one">
      {invitations.map(({ id, address, until }) => (
        <EntryCard name={address} byline={<Until value={until} />}>
          <PostButton
            action={`${project.path}/people/withdraw`}
            fields={{ invitation: id }}
            label={`Withdraw the invitation of ${address}`}
          >
            Withdraw
          </PostButton>
        </EntryCard>
      ))}
    </ul>
    <p class="hint">The link of a withdrawn invitation ends at once; you can send another one.</p>
  </section>
);

function Leave({ data: { project, isOwner, managers }, isAlone }: { data: Data; isAlone: boolean }) {
  const isOnlyOwner = isOwner && managers.filter((manager) => manager.isOwner).length === 1;
  return (
    <section aria-labelledby="leave">
      <h2 id="leave">Stop managing it</h2>
      {isOnlyOwner ? (
        <p>
          You are its only owner. {isAlone ? 'Invite somebody' : 'Hand it over'} first: a project without an
          owner has nobody who answers for it.
        </p>
      ) : (
        <>
          <p>
            You can then no longer edit it, nor record for it with your keys. What you did stays. Only an
            owner can invite you again.
          </p>
          <PostButton action={`${project.path}/people`} fields={{ act: 'leave' }} look="danger">
            Stop managing it
          </PostButton>
        </>
      )}
    </section>
  );
}
