import {
  noticeKinds,
  webhookDeeds,
  type NoticeLine,
  type WebhookPage as Data,
} from '../../contract/pages/webhooks.ts';
import { counted, formatInstant } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { DocLink } from '../../ui/doc-link.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';

/** Sets up the notices to an owner's server, and shows the last of them. */
export function WebhookPage({ data }: PageProps<'webhook'>) {
  const { project, hook, secret, done, fault, notices } = data;
  return (
    <>
      <ManagedHead project={project} current="tools" title="Webhooks" />
      <div class="readable">
        <h2>Webhooks</h2>
        <p class="lead">
          We post a signed message (a webhook) to your program when something happens to this project.{' '}
          <DocLink to="webhooks">How to receive one</DocLink>
        </p>
        <Notice kind="fault" says={fault} />
        <Notice kind="done" says={done && webhookDeeds[done]} />
        {secret !== undefined && (
          <>
            <Notice kind="warning">
              <p>
                <strong>Copy the secret now.</strong> It is shown this once. Your program checks with it that
                a message is from us.
              </p>
            </Notice>
            <Snippet name="secret" label="The secret" code={secret} />
          </>
        )}
        {hook?.ended && <Ended {...data} ended={hook.ended} />}
        {hook?.failingSince !== undefined && !hook.ended && (
          <Notice kind="fault">
            <p>
              Every try since <Moment at={hook.failingSince} /> has failed. After three days we stop, and mail
              the project’s owners.
            </p>
          </Notice>
        )}
        <Redirects {...data} />
        <Address {...data} />
        {hook && !hook.ended && <TestNotice {...data} />}
        {(hook || notices.length > 0) && <Notices {...data} />}
        {hook && <Secret {...data} hook={hook} />}
        {hook && <Remove {...data} />}
        <section aria-labelledby="kinds">
          <h3 id="kinds">What we report</h3>
          <dl class="notice-kinds">
            {Object.entries(noticeKinds).map(([kind, means]) => (
              <>
                <dt>
                  <code>{kind}</code>
                </dt>
                <dd>{means}</dd>
              </>
            ))}
          </dl>
          <p>No message says anything about a person.</p>
        </section>
      </div>
    </>
  );
}

const act = ({ project }: Data) => `${project.path}/webhook`;

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatInstant(at)} UTC</time>;

const Ended = ({ ended, ...data }: Data & { ended: NonNullable<NonNullable<Data['hook']>['ended']> }) => (
  <Notice kind="fault">
    <p>
      Notices ended on <Moment at={ended.at} />
      {ended.why === 'gone'
        ? ': your server answered 410 (Gone).'
        : ': every try had failed for three days.'}{' '}
      What was not delivered is kept for 30 days.
    </p>
    <PostButton action={act(data)} fields={{ act: 'enable' }} look="primary">
      Send notices again
    </PostButton>
  </Notice>
);

const Redirects = ({ hook, notices }: Data) => (
  <>
    {hook?.movedTo !== undefined && (
      <Notice kind="fault">
        <p>
          Your server redirects permanently to <code>{hook.movedTo}</code>. We follow no redirect: set that
          address below, if it is yours.
        </p>
      </Notice>
    )}
    {notices.some(({ isRedirected }) => isRedirected) && (
      <Notice kind="fault">
        <p>
          Your program answered with a redirect. We do not follow it, and do not send the notice again by
          ourselves, because your program may have run: look there for the <code>webhook-id</code> below. Let
          it answer with a status from 200 to 299 itself; in Google Apps Script, return the answer by{' '}
          <code>HtmlService</code>, since <code>ContentService</code> redirects.
        </p>
      </Notice>
    )}
  </>
);

const Address = (data: Data) => (
  <section aria-labelledby="address">
    <h3 id="address">Address</h3>
    <form method="post" action={act(data)} class="stack" noValidate>
      <input type="hidden" name="act" value="set" />
      <input type="hidden" name="form" value={data.form} />
      {data.hook && <input type="hidden" name="version" value={data.hook.version} />}
      <div class="field">
        <label for="receiver">Address of your program</label>
        <input
          id="receiver"
          name="address"
          type="url"
          required
          maxLength={500}
          placeholder="https://example.org/hooks"
          value={data.typed ?? data.hook?.address}
          aria-describedby="receiver-hint"
        />
        <p class="hint" id="receiver-hint">
          {data.hook
            ? 'A changed address keeps its secret, and gets what still waits.'
            : 'It must begin with https://, and be on the public internet. The secret is shown next.'}
        </p>
      </div>
      <button class={`button ${data.hook ? 'plain' : 'primary'}`}>
        {data.hook ? 'Change the address' : 'Set up'}
      </button>
    </form>
  </section>
);

const TestNotice = (data: Data) => (
  <section aria-labelledby="test">
    <h3 id="test">Try it</h3>
    <PostButton action={act(data)} fields={{ act: 'test', form: data.form }}>
      Send a test notice
    </PostButton>
  </section>
);

const states = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Not delivered' } as const;

function Notices(data: Data) {
  const { notices, hook } = data;
  const failed = notices.filter(({ state }) => state === 'failed').length;
  return (
    <section aria-labelledby="notices">
      <h3 id="notices">The last notices</h3>
      {notices.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <ul class="rows">
          {notices.map((line) => (
            <li class="split">
              <NoticeText line={line} />
              {hook && !hook.ended && line.state !== 'waiting' && (
                <PostButton
                  action={act(data)}
                  fields={{ act: 'replay', notice: line.id }}
                  label={`Send again: ${line.kind}, ${formatInstant(line.at)}`}
                >
                  Send again
                </PostButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {failed > 1 && hook && !hook.ended && (
        <PostButton action={act(data)} fields={{ act: 'replay', notice: 'failed' }}>
          Send all that failed again
        </PostButton>
      )}
      <p class="hint">
        We try for a day, and once more after three days. An answer that came too late may belong to a program
        that has run: it gets the message again, under the same <code>webhook-id</code>. The list goes back 30
        days.
      </p>
    </section>
  );
}

const NoticeText = ({ line: { kind, at, state, message, tries, outcome, then } }: { line: NoticeLine }) => (
  <div>
    <p>
      <code>{kind}</code> <span class="badge">{states[state]}</span>
    </p>
    <p class="quiet">
      <code>{message}</code>, of <Moment at={at} />
      {tries > 0 && `, ${counted(tries, 'try', 'tries')}`}.{outcome !== undefined && ` ${outcome}`}
      {then !== undefined && state !== 'failed' && (
        <>
          {' '}
          {state === 'delivered' ? 'Delivered ' : 'Next try '}
          <Moment at={then} />.
        </>
      )}
    </p>
  </div>
);

const Secret = ({ hook, ...data }: Data & { hook: NonNullable<Data['hook']> }) => (
  <section aria-labelledby="secret-title">
    <h3 id="secret-title">Replace the secret</h3>
    <p>
      {hook.formerUntil === undefined ? (
        'For a day, messages are signed with both, so that you can change it without losing one. The old one cannot be brought back after that; you can make another at any time.'
      ) : (
        <>
          The secret was replaced. The one before it signs, too, until <Moment at={hook.formerUntil} />;
          replacing it again ends that at once. An ended secret cannot be brought back; you can make another
          at any time.
        </>
      )}
    </p>
    <PostButton
      action={act(data)}
      fields={{ act: 'rotate', form: data.form, version: hook.version }}
      look="danger"
    >
      Make a new secret
    </PostButton>
  </section>
);

const Remove = (data: Data) => (
  <section aria-labelledby="remove">
    <h3 id="remove">Stop</h3>
    <p>
      Deletes the address, the secret, and the list of {counted(data.notices.length, 'notice')} permanently.
      You can set up an address again at any time; it gets a new secret.
    </p>
    <PostButton
      action={act(data)}
      fields={{ act: 'remove', ...(data.hook && { version: data.hook.version }) }}
      look="danger"
    >
      Stop the notices
    </PostButton>
  </section>
);
