import type { OperatorMails, TestMail } from '../../contract/pages/operator.ts';
import { ownEntry } from '../../contract/fields/own-entry.ts';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { counted, formatInstant } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import type { PageProps } from '../page.ts';
import { OperatorTabs } from './tabs.tsx';
import { Section } from '../../ui/section.tsx';

type Failed = OperatorMails['failed'][number];

const kinds: Record<Failed['kind'], string> = { code: 'Code', link: 'Link', notice: 'Notice' };

const faults: Record<string, string> = {
  unreachable: 'the mail server could not be reached',
  interrupted: 'the process ended while it was being sent: it may have arrived',
  unreadable: 'it was encrypted with another pepper',
};

/** The mails that wait for another try, and those that were given up; their recipients are not shown. */
export function OperatorMailsPage({ data, path }: PageProps<'operator-mails'>) {
  const { waiting, retrying, failed, retried } = data;
  const retained = failed.filter(({ isKept }) => isKept).length;
  return (
    <>
      <h1>Mail</h1>
      <OperatorTabs path={path} />
      <Notice kind="done" says={retried !== undefined && `Queued again: ${counted(retried, 'mail')}.`} />
      {data.tested && <Conversation tested={data.tested} />}
      <p>{waiting === 0 ? 'No mail is waiting.' : `${counted(waiting, 'mail')} waiting to be sent.`}</p>
      {retrying.length > 0 && (
        <Section id="retrying" title="Tried, and to be tried again">
          <ul class="cards one">
            {retrying.map((mail) => (
              <RetriedMail mail={mail} />
            ))}
          </ul>
        </Section>
      )}
      <Section id="failed" title="Given up within seven days">
        {failed.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul class="cards one">
            {failed.map((mail) => (
              <FailedMail mail={mail} />
            ))}
          </ul>
        )}
        {retained > 1 && (
          <PostButton action="/operator/mails" fields={{ mail: 'all' }}>
            Send all {retained} again
          </PostButton>
        )}
        <p class="quiet">
          Recipients and texts are encrypted. Codes and links have ended: people can ask for new ones. A mail
          that was interrupted may arrive twice if you send it again.
        </p>
      </Section>
      <TestMailForm data={data} />
    </>
  );
}

const Conversation = ({ tested: { isSent, lines } }: { tested: TestMail }) => (
  <Section id="tested" title="The test mail">
    <Notice kind={isSent ? 'note' : 'fault'}>
      <p role="status">{isSent ? 'The mail server took the mail.' : 'The mail was not sent.'}</p>
    </Notice>
    <Snippet name="conversation" label="The conversation with the mail server" code={lines.join('\n')} />
    <p class="quiet">
      C is the service, S the mail server. Passwords are left out; the address is not, so do not publish it.
    </p>
  </Section>
);

const TestMailForm = ({ data: { hasNoServer, fault } }: { data: OperatorMails }) => (
  <Section id="test" title="Send a test mail">
    {hasNoServer ? (
      <p>
        <code>SMTP_URL</code> is not set: mails go into the outbox at <a href="/dev/outbox">/dev/outbox</a>.
      </p>
    ) : (
      <>
        <p>
          It goes out at once, past the queue, and you see the whole conversation with the mail server. That
          takes up to 20 seconds if the server does not answer.
        </p>
        <form method="post" action="/operator/mails/test" class="stack" noValidate>
          <EmailField id="email" fault={fault?.message} value={fault?.typed ?? ''} />
          <div class="answers">
            <button class="button plain waking">Send a test mail</button>
          </div>
        </form>
      </>
    )}
  </Section>
);

const faultText = (fault: string): string =>
  ownEntry(faults, fault) ?? `the mail server refused it (${fault})`;

const RetriedMail = ({
  mail: { kind, made, tries, fault, next },
}: {
  mail: OperatorMails['retrying'][number];
}) => (
  <li class="card">
    <h3>
      {kinds[kind]}: {faultText(fault)}
    </h3>
    <p class="byline">
      Of <time dateTime={made}>{formatInstant(made)} UTC</time>, {counted(tries, 'try', 'tries')}; the next at{' '}
      <time dateTime={next}>{formatInstant(next)} UTC</time>
    </p>
  </li>
);

const FailedMail = ({ mail: { id, kind, made, tries, fault, isKept } }: { mail: Failed }) => (
  <li class="card split">
    <div>
      <h3>
        {kinds[kind]}: {faultText(fault)}
      </h3>
      <p class="byline">
        Of <time dateTime={made}>{formatInstant(made)} UTC</time>, {counted(tries, 'try', 'tries')}
      </p>
    </div>
    {isKept && (
      <div class="answers">
        <PostButton
          action="/operator/mails"
          fields={{ mail: id }}
          label={`Send again: ${kinds[kind]}, ${formatInstant(made)}`}
        >
          Send again
        </PostButton>
      </div>
    )}
  </li>
);
