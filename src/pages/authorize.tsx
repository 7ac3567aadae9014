import type { PageData } from '../contract/pages.ts';
import { EmailForm } from '../ui/email-form.tsx';
import { PasskeyForm } from '../ui/passkey-form.tsx';
import { PostButton } from '../ui/post-button.tsx';
import type { PageProps } from './page.ts';

type Asked = PageData['authorize'];

/** A site asks to know who somebody is: who asks, what it will see, and the two answers. */
export function AuthorizePage({ data, frame }: PageProps<'authorize'>) {
  const { state, next = '/' } = data;
  if (state === 'over') return <Over />;
  if (state === 'ask') return <Ask asked={data} serviceName={frame.serviceName} />;
  return (
    <>
      <h1>{state === 'sign-in' ? 'Sign in or join' : 'Sign in again'}</h1>
      <p>
        <Client asked={data} /> wants to credit your contributions to your {frame.serviceName} profile.
        {state === 'sign-in-again' && ' It asks you to sign in once more, to be sure that it is you.'}
      </p>
      <EmailForm next={next} />
      <PasskeyForm next={next} isRefused={false} />
      <p class="quiet">
        Open the link that we mail you in this same browser; it leads back to this question. New here? The
        same link creates your profile.
      </p>
    </>
  );
}

const Client = ({ asked: { client, site, project } }: { asked: Asked }) => (
  <>
    <strong>{client}</strong> on <span class="origin">{site}</span>
    {project && (
      <>
        {' '}
        (the project <a href={project.path}>{project.title}</a>)
      </>
    )}
  </>
);

function Ask({ asked, serviceName }: { asked: Asked; serviceName: string }) {
  const { client, account, accountId, sees = {}, next = '/' } = asked;
  return (
    <>
      <h1>Let {client} know your profile?</h1>
      <p>
        <Client asked={asked} /> asks for your {serviceName} profile, <strong>{account}</strong>.
      </p>
      <div class="allowed">
        <h2>It will see</h2>
        <ul class="can">
          <li>the numbers of your profile and of your page here, to credit what you do there to you</li>
          {sees.name !== undefined && (
            <li>
              the names on <a href="/account">your account page</a>:{' '}
              {sees.name === '' ? 'none yet' : <strong>{sees.name}</strong>}
            </li>
          )}
          {sees.address !== undefined && (
            <li>
              your e-mail address: <strong>{sees.address}</strong>
            </li>
          )}
        </ul>
        <h2>It will not</h2>
        <ul class="cannot">
          {sees.address === undefined && (
            <li>see your e-mail address{sees.name === undefined && ' or name'}</li>
          )}
          <li>see what you contribute to other projects</li>
          <li>sign in or change anything as you</li>
        </ul>
      </div>
      <p>
        From then on its projects credit your contributions there to this profile. You see each on{' '}
        <a href="/me">your page</a>, and can stop it there at any time.
      </p>
      <form method="post" action={next} class="answers">
        <input type="hidden" name="account" value={accountId} />
        <button class="button primary waking" name="answer" value="allow">
          Allow
        </button>
        <button class="button plain" name="answer" value="refuse">
          Refuse
        </button>
      </form>
      <div class="not-you">
        Not you, or another profile?{' '}
        <PostButton action="/sign-out" fields={{ next }} look="link">
          Use another account
        </PostButton>
      </div>
    </>
  );
}

const Over = () => (
  <>
    <h1>This request is over</h1>
    <p role="alert">It was answered already, is older than an hour, or was begun in another browser.</p>
    <p>
      Nothing was shared. Go back to the site that sent you here and begin again there; if you came from a
      mail, open its link in the browser in which you began.
    </p>
    <p>
      <a class="button plain" href="/me">
        Your contributions
      </a>
    </p>
  </>
);
