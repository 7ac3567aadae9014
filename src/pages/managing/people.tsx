import type { PeoplePage as Data } from '../../contract/pages/people.ts';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { EntryCard } from '../../ui/entry-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { Section } from '../../ui/section.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from '../project/managed-head.tsx';
import { ManagerList } from './manager-list.tsx';

/** The people who manage a project or a widget. */
export function PeoplePage({ data }: PageProps<'people'>) {
  const { of, isOwner, managers, invitations, isWithheld, done, fault } = data;
  const { words, say, translated } = useWords();
  const w = words.managers;
  return (
    <>
      <ManagedHead project={of} current="people" title={say(w.title, { name: of.title })} />
      <Notice kind="done" says={done && w.done[done]} />
      <Managers data={data} />
      {invitations.length > 0 && <Invitations data={data} />}
      {isOwner && !isWithheld && (
        <Section id="invite" title={w.invite}>
          <p>{w.inviteSays[of.kind]}</p>
          <form method="post" action={`${of.path}/people/invite`} class="stack" noValidate>
            <EmailField id="email" fault={fault && translated(fault.message)} value={fault?.typed ?? ''} />
            <button class="button primary">{w.send}</button>
          </form>
        </Section>
      )}
      <Leave data={data} isAlone={managers.length === 1} />
    </>
  );
}

function Managers({ data: { of, isOwner, managers } }: { data: Data }) {
  const w = useWords().words.managers;
  return (
    <Section id="managers" title={w.managers}>
      <ManagerList managers={managers} isOwner={isOwner} action={`${of.path}/people`} />
      {isOwner && managers.some((manager) => !manager.isOwner) && <p class="hint">{w.says[of.kind]}</p>}
    </Section>
  );
}

function Invitations({ data: { of, invitations } }: { data: Data }) {
  const { words, say } = useWords();
  const w = words.managers;
  return (
    <Section id="invitations" title={w.open}>
      <ul class="cards one">
        {invitations.map(({ id, address, by, until }) => (
          <EntryCard
            name={address}
            byline={<Said text={w.invitedBy} of={{ name: <bdi>{by}</bdi>, date: <Time value={until} /> }} />}
          >
            <PostButton
              action={`${of.path}/people/withdraw`}
              fields={{ invitation: id }}
              label={say(w.withdrawNamed, { address })}
            >
              {w.withdraw}
            </PostButton>
          </EntryCard>
        ))}
      </ul>
      <p class="hint">{w.openSays}</p>
    </Section>
  );
}

function Leave({ data: { of, isOwner, managers }, isAlone }: { data: Data; isAlone: boolean }) {
  const w = useWords().words.managers;
  const isOnlyOwner = isOwner && managers.filter((manager) => manager.isOwner).length === 1;
  return (
    <Section id="leave" title={w.stop}>
      {isOnlyOwner ? (
        <p>{(isAlone ? w.alone : w.onlyOwner)[of.kind]}</p>
      ) : (
        <>
          <p>{w.stopSays[of.kind]}</p>
          <PostButton action={`${of.path}/people`} fields={{ act: 'leave' }} look="danger">
            {w.stop}
          </PostButton>
        </>
      )}
    </Section>
  );
}
