import { noticeKinds } from '../../../contract/pages/webhooks.ts';
import { DocTable } from '../doc-table.tsx';
import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { Snippet } from '../../../ui/snippet.tsx';
import { webhookReceiver } from './webhook-receiver.ts';
import { Section } from '../../../ui/section.tsx';

/** For programs that receive notices: what they say, how to check and answer them. */
export function WebhooksDocs({ frame: { baseUrl } }: DocsProps) {
  return (
    <>
      <p class="lead">
        We can tell your program when something happens to your project. Each notice is a POST request with
        JSON, signed by the convention of Standard Webhooks (<code>standardwebhooks.com</code>), for which
        there are libraries in many languages.
      </p>
      <Section id="steps" title="Step by step">
        <ol>
          <li>
            On the Tools tab of your project, open “Webhooks”, and type the address of your program. It must
            begin with <code>https://</code> and be on the public internet.
          </li>
          <li>
            Copy the secret (<code>whsec_…</code>). It is shown once.
          </li>
          <li>
            Start a program like this one, with Node.js and no further package:
            <Snippet name="webhook-receiver" label="A receiver" code={webhookReceiver} />
          </li>
          <li>Press “Send a test notice”. The list below it shows the status that your program answered.</li>
        </ol>
      </Section>
      <Section id="message" title="A message">
        <Snippet
          name="webhook-message"
          label="The body"
          code={JSON.stringify(
            {
              type: 'project.approved',
              timestamp: '2026-11-23T08:00:00.000Z',
              data: { project_id: 7, url: `${baseUrl}/project/7` },
            },
            undefined,
            2,
          )}
        />
        <DocTable
          label="Kinds of notice"
          heads={['type', 'Meaning', 'data, besides project_id']}
          rows={Object.entries(noticeKinds).map(([kind, means]) => [
            <code>{kind}</code>,
            means,
            dataOf[kind as keyof typeof noticeKinds],
          ])}
        />
        <p>
          No message says anything about a person: no address, no profile, no name, no single contribution.
          Ignore types that you do not know; there may be more later.
        </p>
      </Section>
      <Section id="check" title="Check and answer">
        <ul>
          <li>
            <strong>Check the signature</strong> over <code>webhook-id</code>, <code>webhook-timestamp</code>{' '}
            and the body as it came, and refuse timestamps that are more than five minutes off. After you
            replaced the secret, messages carry two signatures for a day; one that fits is enough.
          </li>
          <li>
            <strong>Expect a message twice.</strong> We send each at least once; a repeated one has the same{' '}
            <code>webhook-id</code>. They may come in another order than they happened.
          </li>
          <li>
            <strong>Answer with a status from 200 to 299</strong>, within five seconds: the head of the answer
            must be complete by then, and the whole exchange, with connecting, may take ten seconds. A message
            that comes again waits all of these ten. Bytes that arrive meanwhile do not extend this. Put
            longer work off until after the answer. We do not read its body.
          </li>
          <li>
            <strong>Do not redirect.</strong> We follow no redirect, and do not send the message again by
            ourselves, since your program may have run before it answered. The page of the notices says so,
            and names the new address of a <code>301</code> or <code>308</code>. A web app of Google Apps
            Script redirects what it answers by <code>ContentService</code>, and not what it answers by{' '}
            <code>HtmlService</code>.
          </li>
          <li>
            <strong>Expect one message at a time</strong> from each of our servers. Projects whose receivers
            are on the same machine take turns.
          </li>
        </ul>
      </Section>
      <Section id="fails" title="When it fails">
        <p>
          We try again after 5 seconds, 1, 5 and 30 minutes, 2, 5, 6 and 10 hours: for a day in all; and once
          more after three days. On the page of the notices you can send those of the last 30 days again. With
          test notices, that makes at most 30 requests an hour for a project, and each further try counts as
          one; a try above that waits until the hour is over. If every try fails for three days, we stop, and
          mail the project’s owners; they can switch the notices on again. An answer of <code>410</code> stops
          them at once. Then nothing is lost for 30 days: what happens meanwhile is reported when they are on
          again.
        </p>
        <p>
          For what your own page can do when a participant decides, there are{' '}
          <DocLink to="events">events</DocLink>.
        </p>
      </Section>
    </>
  );
}

const url = (
  <>
    <code>url</code>: the project’s page
  </>
);

const dataOf = {
  'project.approved': url,
  'project.questioned': url,
  'project.turned_down': url,
  'contributions.withdrawn': (
    <>
      <code>participants</code>: rounded to a multiple of five; <code>month</code>: such as{' '}
      <code>2026-11</code>, UTC. It comes when the month is over; about fewer than ten people there is no
      notice. Removed contributions count once they cannot be restored, after seven days
    </>
  ),
  'key.ending': (
    <>
      <code>ends_at</code>; <code>key_id</code>: the number in the address of the key’s page, which only its
      holder can open
    </>
  ),
  test: 'nothing',
};
