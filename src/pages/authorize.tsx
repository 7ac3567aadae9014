import type { ComponentChildren } from 'preact';
import type { PageData } from '../contract/pages.ts';
import { Named, SiteName } from '../ui/named.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmailForm } from '../ui/forms/email-form.tsx';
import { PasskeyForm } from '../ui/forms/passkey-form.tsx';
import { LanguageForm } from '../ui/forms/language-form.tsx';
import { PostButton } from '../ui/forms/post-button.tsx';
import type { PageWords } from '../ui/words/language.ts';
import { Said, useWords } from '../ui/words/use-words.tsx';
import { ProjectName } from './me/project-name.tsx';
import type { PageProps } from './page.ts';

type AuthorizeData = PageData['authorize'];
type Say = (
  word: keyof PageWords['consent'],
  values?: Record<string, ComponentChildren>,
) => ComponentChildren;

/** A site asks to know who somebody is: who asks, what it will see, and the two answers. */
export function AuthorizePage({ data, frame, path }: PageProps<'authorize'>) {
  const { state, next = '/' } = data;
  const { words } = useWords();
  const say: Say = (word, values = {}) => <Said text={words.consent[word]} of={values} />;
  if (state === 'over') return <Over say={say} />;
  const service = frame.serviceName;
  return (
    <>
      {state === 'ask' ? (
        <Ask asked={data} service={service} say={say} />
      ) : (
        <>
          <h1>{state === 'sign-in' ? words.signIn.title : say('again.title')}</h1>
          <p>
            {say('wants', { client: <Client asked={data} say={say} />, service })}
            {state === 'sign-in-again' && <> {say('again.text')}</>}
          </p>
          <EmailForm next={next} />
          <PasskeyForm next={next} />
          <p class="quiet">{say('sameBrowser')}</p>
        </>
      )}
      <LanguageForm path={path} frame={frame} />
    </>
  );
}

/** The name of the site and its address are as their owner wrote them, in whichever direction. */
const Client = ({ asked: { client, site, project }, say }: { asked: AuthorizeData; say: Say }) => {
  const values = {
    client: <Named>{client}</Named>,
    site: <SiteName origin={site} />,
  };
  if (!project) return <>{say('client', values)}</>;
  return <>{say('clientOf', { ...values, project: <ProjectName project={project} /> })}</>;
};

function Ask({ asked, service, say }: { asked: AuthorizeData; service: string; say: Say }) {
  const { client, account, accountId, sees = {}, next = '/' } = asked;
  const names =
    sees.name === undefined ? undefined : sees.name === '' ? say('sees.noNames') : <Named>{sees.name}</Named>;
  return (
    <>
      <h1>{say('ask.title', { client: <bdi>{client}</bdi> })}</h1>
      <p>
        {say('ask.text', {
          client: <Client asked={asked} say={say} />,
          service,
          account: <Named>{account}</Named>,
        })}
      </p>
      <div class="allowed">
        <h2>{say('sees')}</h2>
        <ul class="can">
          <li>{say('sees.numbers')}</li>
          {names !== undefined && (
            <li>{say('sees.names', { page: <a href="/account">{say('accountPage')}</a>, names })}</li>
          )}
          {sees.address !== undefined && (
            <li>{say('sees.address', { address: <Named>{sees.address}</Named> })}</li>
          )}
        </ul>
        <h2>{say('seesNot')}</h2>
        <ul class="cannot">
          {sees.address === undefined && (
            <li>{say(sees.name === undefined ? 'seesNot.nameOrAddress' : 'seesNot.address')}</li>
          )}
          {!sees.contributions && <li>{say('seesNot.others')}</li>}
          <li>{say('seesNot.act')}</li>
        </ul>
      </div>
      <p>{say('then', { page: <a href="/me">{say('yourPage')}</a> })}</p>
      <form method="post" action={next} class="answers">
        <input type="hidden" name="account" value={accountId} />
        {sees.contributions && (
          <label class="check">
            <input type="checkbox" name="contributions" value="yes" />
            <span>{say('alsoContributions')}</span>
          </label>
        )}
        <button class="button primary waking" name="answer" value="allow">
          {say('allow')}
        </button>
        <button class="button plain" name="answer" value="refuse">
          {say('refuse')}
        </button>
      </form>
      <div class="not-you">
        {say('notYou')}{' '}
        <PostButton action="/sign-out" fields={{ next }} look="link">
          {say('otherAccount')}
        </PostButton>
      </div>
    </>
  );
}

const Over = ({ say }: { say: Say }) => (
  <>
    <h1>{say('over.title')}</h1>
    <p role="alert">{say('over.text')}</p>
    <p>{say('over.back')}</p>
    <p>
      <ButtonLink href="/me" text={say('contributions')} />
    </p>
  </>
);
