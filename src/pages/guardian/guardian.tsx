import type { ComponentChildren } from 'preact';
import { guardianPath, type GuardianPage as Data } from '../../contract/guardian-page.ts';
import { EmailField } from '../../ui/email-field.tsx';
import { OutboxLink } from '../../ui/email-form.tsx';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';

type In<State extends Data['state']> = Extract<Data, { state: State }>;

const actionOf = (token: string) => `${guardianPath}/${encodeURIComponent(token)}`;

const Person = ({ children }: { children: ComponentChildren }) => (
  <strong>
    <bdi>{children}</bdi>
  </strong>
);

/** The question: what joining means, and one button that agrees. */
const Ask = ({ data, serviceName }: { data: In<'ask'>; serviceName: string }) => (
  <>
    <h1>May this young person join {serviceName}?</h1>
    <p>
      <Person>{data.person}</Person> wants to join, and named you as a parent or guardian.
    </p>
    <ul class="remove-says">
      <li>We store this e-mail address, and what the person contributes to projects of science.</li>
      <li>Nothing about the person is shown in public, whatever they choose.</li>
      <li>
        A site sees their names or address only if they allow it to. Projects know their own participants.
      </li>
      <li>You can end the account at any time, with all that is credited to it: we mail you the link.</li>
    </ul>
    {data.fault !== undefined && (
      <Notice kind="fault">
        <p>{data.fault}</p>
      </Notice>
    )}
    <form method="post" action={actionOf(data.token)} class="stack">
      <input type="hidden" name="act" value="agree" />
      <label class="check">
        <input type="checkbox" name="is_guardian" value="yes" required />
        <span>I am an adult, and a parent or guardian of this person</span>
      </label>
      <button class="button primary waking">I agree</button>
    </form>
    <p class="quiet">
      If you do not agree, close this page: no account is made, and nothing is stored about either of you.
    </p>
  </>
);

const Account = ({ data, serviceName }: { data: In<'account'>; serviceName: string }) => (
  <>
    <h1>You look after this account</h1>
    <p>
      You agreed that <Person>{data.person}</Person> takes part in {serviceName}. Nothing about them is shown
      in public. We mailed you a link to this page: keep that mail, and you can come back at any time.
    </p>
    <section aria-labelledby="release">
      <h2 id="release">They are 16 or older now?</h2>
      <p>
        Then the account is theirs alone, and they choose what others see. This page can no longer end it; we
        delete your address. This cannot be taken back.
      </p>
      <PostButton action={actionOf(data.token)} fields={{ act: 'release' }}>
        They are 16 or older
      </PostButton>
    </section>
    <section aria-labelledby="end">
      <h2 id="end">End the account</h2>
      <p>
        This deletes the account for good, with {counted(data.contributions, 'contribution')} that{' '}
        {data.contributions === 1 ? 'is' : 'are'} credited to it. The totals of the projects stay. It cannot
        be brought back; if you agree again, the person can join again and begins at nothing.
      </p>
      <PostButton action={actionOf(data.token)} fields={{ act: 'end' }} look="danger">
        End the account
      </PostButton>
    </section>
  </>
);

const Find = ({ data }: { data: In<'find'> }) => (
  <>
    <h1>Parents and guardians</h1>
    <p>
      You agreed that a person under 16 takes part, and no longer have our mail? We mail you the links to the
      pages where you can end their account.
    </p>
    <form method="post" action={guardianPath} class="stack">
      <EmailField id="email" fault={data.fault} />
      <button class="button primary">Mail me the links</button>
    </form>
  </>
);

const outcomes = {
  sent: {
    title: 'Look into your mail',
    text: 'A mail is on its way to you. It names every account that you look after.',
  },
  over: {
    title: 'This link is over',
    text: 'It is older than a week, or the account has ended, or the person is 16 or older and looks after it alone.',
  },
  ended: {
    title: 'The account is deleted',
    text: 'All that was credited to it is deleted, too, and we no longer have your address.',
  },
  released: {
    title: 'The account is theirs alone now',
    text: 'They choose what others see. We no longer have your address.',
  },
} as const;

/** The pages of a parent or guardian, who has no account of their own here. */
export function GuardianPage({ data, frame }: PageProps<'guardian'>) {
  const { serviceName } = frame;
  return (
    <div class="narrow">
      {data.state === 'ask' ? (
        <Ask data={data} serviceName={serviceName} />
      ) : data.state === 'account' ? (
        <Account data={data} serviceName={serviceName} />
      ) : data.state === 'find' ? (
        <Find data={data} />
      ) : (
        <>
          <h1>{outcomes[data.state].title}</h1>
          <p role="status">{outcomes[data.state].text}</p>
          {data.state === 'sent' && frame.development !== undefined && <OutboxLink />}
          {data.state === 'over' && (
            <p>
              <a href={guardianPath}>Mail me the links to the accounts that I look after</a>
            </p>
          )}
        </>
      )}
    </div>
  );
}
