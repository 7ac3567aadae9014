import type { GivenRole, OperatorPeople } from '../../contract/pages/operator.ts';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { EntryCard } from '../../ui/entry-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import type { PageProps } from '../page.ts';
import { OperatorTabs } from './tabs.tsx';
import { Section } from '../../ui/section.tsx';

const doneWords: Record<GivenRole, string> = {
  editor: 'That person is an editor now, and reads so in a mail.',
  operator: 'That person is an operator now, and reads so in a mail.',
  none: 'The role has ended. The person reads so in a mail.',
};

/** People with a role. */
export function OperatorPeoplePage({ data: { people, done, fault }, path }: PageProps<'operator-people'>) {
  return (
    <>
      <h1>People with a role</h1>
      <OperatorTabs path={path} />
      <Notice kind="done" says={done && doneWords[done]} />
      <Section id="people" title="Editors and operators">
        <ul class="cards one">
          {people.map((person) => (
            <Person person={person} isNeeded={isNeeded(person, people)} />
          ))}
        </ul>
        <p class="hint">
          Someone who loses a role can no longer open these pages or reviews. What they decided stays, and so
          do their own projects; you can give the role again below.
        </p>
      </Section>
      <Section id="give" title="Give a role">
        <p>
          Editors review projects. Operators can also open these pages, and give roles. Someone without an
          account gets one, and signs in by mail.
        </p>
        <form method="post" action="/operator/people" class="stack" noValidate>
          <EmailField id="email" fault={fault?.message} value={fault?.typed ?? ''} />
          <div class="answers">
            <button class="button primary waking" name="act" value="editor">
              Make an editor
            </button>
            <button class="button plain waking" name="act" value="operator">
              Make an operator
            </button>
          </div>
        </form>
      </Section>
    </>
  );
}

type RolePerson = OperatorPeople['people'][number];

/** Without another operator, nobody could open these pages any more. */
const isNeeded = ({ role }: RolePerson, people: RolePerson[]): boolean =>
  role === 'operator' && people.filter((one) => one.role === 'operator').length === 1;

type PersonProps = { person: RolePerson; isNeeded: boolean };

const Person = ({ person: { name, address, role, isYou }, isNeeded }: PersonProps) => (
  <EntryCard
    name={isYou ? 'You' : name || address}
    byline={`${role === 'operator' ? 'Operator' : 'Editor'} · ${address}`}
  >
    {isNeeded ? (
      <p class="quiet">The only operator: make someone else one before this role can end.</p>
    ) : (
      <PostButton
        action="/operator/people"
        fields={{ email: address, act: 'none', seen: role }}
        look="danger"
        label={isYou ? 'End your own role' : `End the role of ${name || address}`}
      >
        {isYou ? 'End your own role' : 'End the role'}
      </PostButton>
    )}
  </EntryCard>
);
