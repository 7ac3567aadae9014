import type { OperatorMails } from '../../contract/operator-pages.ts';
import { counted, formatInstant } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';
import { OperatorTabs } from './tabs.tsx';

type Failed = OperatorMails['failed'][number];

const kinds: Record<Failed['kind'], string> = { code: 'Code', link: 'Link', notice: 'Notice' };

const faults: Record<string, string> = {
  unreachable: 'the mail server could not be reached',
  interrupted: 'the process ended while it was being sent: it may have arrived',
  unreadable: 'it was encrypted with another pepper',
};

/** The mails that were given up; their recipients are not shown. */
export function OperatorMailsPage({ data: { waiting, failed, retried }, path }: PageProps<'operator-mails'>) {
  const kept = failed.filter(({ isKept }) => isKept).length;
  return (
    <>
      <h1>Mail</h1>
      <OperatorTabs path={path} />
      {retried !== undefined && (
        <Notice kind="note">
          <p role="status">Queued again: {counted(retried, 'mail')}.</p>
        </Notice>
      )}
      <p>{waiting === 0 ? 'No mail is waiting.' : `${counted(waiting, 'mail')} waiting to be sent.`}</p>
      <section aria-labelledby="failed">
        <h2 id="failed">Given up within seven days</h2>
        {failed.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul class="cards one">
            {failed.map((mail) => (
              <FailedMail mail={mail} />
            ))}
          </ul>
        )}
        {kept > 1 && (
          <PostButton action="/operator/mails" fields={{ mail: 'all' }}>
            Send all {kept} again
          </PostButton>
        )}
        <p class="quiet">
          Recipients and texts are encrypted. Codes and links have ended: people can ask for new ones. A mail
          that was interrupted may arrive twice if you send it again.
        </p>
      </section>
    </>
  );
}

const FailedMail = ({ mail: { id, kind, made, tries, fault, isKept } }: { mail: Failed }) => (
  <li class="card split">
    <div>
      <h3>
        {kinds[kind]}: {faults[fault] ?? `the mail server refused it (${fault})`}
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
