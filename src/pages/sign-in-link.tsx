import type { ComponentChildren } from 'preact';
import { Notice } from '../ui/notice.tsx';
import { Said, useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';

/** Where the mailed link leads: one button, pressed by a person. */
export function SignInLinkPage({ data, frame }: PageProps<'sign-in-link'>) {
  const { token, isNew, asksAge, address, present, isTooYoung, lang } = data;
  const { words, say } = useWords();
  const w = words.signInLink;
  return (
    <div class="narrow">
      <h1>{isNew ? say(w.welcome, { service: frame.serviceName }) : w.welcomeBack}</h1>
      {isTooYoung && (
        <Notice kind="fault">
          <p>{w.tooYoung}</p>
        </Notice>
      )}
      <form method="post" action={`/sign-in/${encodeURIComponent(token)}`} class="stack">
        <p>
          <Said text={isNew ? w.creates : w.signsIn} of={{ address: <Own>{address}</Own> }} />
        </p>
        <Replaced present={present} />
        {(isNew || asksAge) && <OfAge />}
        {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
        <button class="button primary waking">{isNew ? w.create : w.signIn}</button>
      </form>
      <p class="quiet">
        <Said text={w.notYours} of={{ again: <a href="/sign-in">{w.askAgain}</a> }} />
      </p>
    </div>
  );
}

const Own = ({ children }: { children: ComponentChildren }) => (
  <strong>
    <bdi>{children}</bdi>
  </strong>
);

function OfAge() {
  const { words } = useWords();
  return (
    <label class="check">
      <input type="checkbox" name="of_age" value="yes" required />
      <span>{words.signInLink.ofAge}</span>
    </label>
  );
}

/** What the button ends: contributions would go to another profile from then on. */
function Replaced({ present }: Pick<PageProps<'sign-in-link'>['data'], 'present'>) {
  const { words } = useWords();
  if (!present || present.isSame) return null;
  return (
    <Notice kind="note">
      <p>
        <Said text={words.signInLink.replaced} of={{ name: <Own>{present.name}</Own> }} />
      </p>
    </Notice>
  );
}
