import type { ComponentChildren } from 'preact';
import { Notice } from '../ui/notice.tsx';
import { consentWords, type Say } from './consent-words.ts';
import type { PageProps } from './page.ts';

/** Where the mailed link leads: one button, pressed by a person. */
export function SignInLinkPage({ data, frame }: PageProps<'sign-in-link'>) {
  const { token, isNew, asksAge, address, present, fault, speaks } = data;
  const say = consentWords(speaks);
  const account = <Own>{address}</Own>;
  return (
    <div class="narrow">
      <h1>{isNew ? say('link.new', { service: frame.serviceName }) : say('link.back')}</h1>
      {fault !== undefined && (
        <Notice kind="fault">
          <p>{fault}</p>
        </Notice>
      )}
      <form method="post" action={`/sign-in/${encodeURIComponent(token)}`} class="stack">
        {isNew ? (
          <>
            <p>{say('link.creates', { address: account })}</p>
            <Replaced present={present} say={say} />
            <OfAge say={say} />
            <button class="button primary waking">{say('link.create')}</button>
          </>
        ) : (
          <>
            <p>{say('link.signsIn', { address: account })}</p>
            <Replaced present={present} say={say} />
            {asksAge && <OfAge say={say} />}
            <button class="button primary waking">{say('link.signIn')}</button>
          </>
        )}
      </form>
      <p class="quiet">{say('link.notYours', { again: <a href="/sign-in">{say('link.again')}</a> })}</p>
    </div>
  );
}

const Own = ({ children }: { children: ComponentChildren }) => (
  <strong>
    <bdi>{children}</bdi>
  </strong>
);

const OfAge = ({ say }: { say: Say }) => (
  <label class="check">
    <input type="checkbox" name="of_age" value="yes" required />
    <span>{say('ofAge')}</span>
  </label>
);

/** What the button ends: contributions would go to another profile from then on. */
function Replaced({ present, say }: Pick<PageProps<'sign-in-link'>['data'], 'present'> & { say: Say }) {
  if (!present || present.isSame) return null;
  return (
    <Notice kind="note">
      <p>{say('link.present', { name: <Own>{present.name}</Own> })}</p>
    </Notice>
  );
}
