import { meAddress, startPath } from '../../contract/pages/sign-in.ts';
import { Named } from '../../ui/named.tsx';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Field } from '../../ui/forms/text-field.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { isConsentAddress, isPopupAddress } from '../connect/popup-path.ts';
import type { PageProps } from '../page.ts';

/** Where the mailed link leads: one button, pressed by a person. */
export function SignInLinkPage({ data, frame }: PageProps<'sign-in-link'>) {
  const { token, press, next, isNew, asksAge, address, present, guardianFault, lang } = data;
  const { words, say } = useWords();
  const w = words.signInLink;
  return (
    <div class="narrow">
      <h1>{isNew ? say(w.welcome, { service: frame.serviceName }) : w.welcomeBack}</h1>
      <form method="post" action={`/sign-in/${encodeURIComponent(token)}`} class="stack">
        <SaidParagraph text={isNew ? w.creates : w.signsIn} of={{ address: <Named>{address}</Named> }} />
        {isOnTheWay(next) && <p>{w.onwards}</p>}
        <Replaced present={present} />
        {/* Each button of the form says so. */}
        {asksAge && <input type="hidden" name="of_age" value="yes" />}
        {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
        <input type="hidden" name="press" value={press} />
        <button class="button primary waking">
          {isNew ? w.create : w.signIn} {asksAge && <OfAge />}
        </button>
        {data.mayBeElsewhere && <Elsewhere wrongDigits={data.wrongDigits} asksAge={asksAge} />}
      </form>
      {asksAge && <Younger token={token} fault={guardianFault} lang={lang} />}
      <p class="quiet">
        <Said text={w.notYours} of={{ again: <a href="/sign-in">{w.askAgain}</a> }} />
      </p>
    </div>
  );
}

const OfAge = () => <small>{useWords().words.signInLink.ofAge}</small>;

/** For a person who asked on another device, which shows six digits: that one is signed in, and not this one. */
function Elsewhere({ wrongDigits: wrong, asksAge }: { wrongDigits: string | undefined; asksAge: boolean }) {
  const w = useWords().words.signInLink;
  return (
    <details open={wrong !== undefined}>
      <summary>{w.elsewhere}</summary>
      <Field
        id="digits"
        label={w.digits}
        says={w.elsewhereSays}
        fault={wrong === undefined ? undefined : w.wrongDigits}
      >
        {(control) => (
          <input {...control} inputMode="numeric" autocomplete="off" maxLength={12} value={wrong} />
        )}
      </Field>
      <button class="button plain waking" name="there" value="yes">
        {w.signInThere} {asksAge && <OfAge />}
      </button>
    </details>
  );
}

type YoungerProps = {
  token: string;
  fault: PageProps<'sign-in-link'>['data']['guardianFault'];
  lang: string | undefined;
};

/** For a person under 16: a parent or guardian is asked, and no account is made before they agree. */
function Younger({ token, fault, lang }: YoungerProps) {
  const w = useWords().words.signInLink;
  return (
    <details open={fault !== undefined}>
      <summary>{w.younger}</summary>
      <p>{w.withGuardian}</p>
      <form method="post" action={`/sign-in/${encodeURIComponent(token)}/guardian`} class="stack">
        <EmailField
          id="guardian"
          fault={fault === 'own' ? w.guardianOwn : fault?.text}
          label={w.guardianLabel}
        />
        {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
        <button class="button plain waking">{w.askGuardian}</button>
      </form>
    </details>
  );
}

/**
 * Warns a person who is signed in that the button signs them out: contributions would go to another profile from then
 * on.
 */
function Replaced({ present }: Pick<PageProps<'sign-in-link'>['data'], 'present'>) {
  const { words } = useWords();
  if (!present || present.isSame) return null;
  return (
    <Notice
      kind="warning"
      says={<Said text={words.signInLink.replaced} of={{ name: <Named>{present.name}</Named> }} />}
    />
  );
}

/** A link that was asked for in the middle of something leads back to it; the usual one leads to the own page. */
const isOnTheWay = (next: string) =>
  next !== startPath && next !== meAddress && !isPopupAddress(next) && !isConsentAddress(next);
