import { guardianPath, type GuardianPage as Data } from '../../contract/pages/guardian.ts';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { OutboxLink } from '../../ui/forms/email-form.tsx';
import { Named } from '../../ui/named.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { Section } from '../../ui/section.tsx';

type In<State extends Data['state']> = Extract<Data, { state: State }>;

const actionOf = (token: string) => `${guardianPath}/${encodeURIComponent(token)}`;

/** The question: what joining means, and one button that agrees. */
function Ask({ data, serviceName }: { data: In<'ask'>; serviceName: string }) {
  const { words, say } = useWords();
  const w = words.guardian;
  return (
    <>
      <h1>{say(w.ask, { service: serviceName })}</h1>
      <SaidParagraph text={w.wants} of={{ person: <Named>{data.person}</Named> }} />
      <ul class="remove-says">
        <li>{w.stored}</li>
        <li>{w.shown}</li>
        <li>{w.seen}</li>
        <li>{w.canEnd}</li>
      </ul>
      <Notice kind="fault" says={data.fault} />
      <form method="post" action={actionOf(data.token)} class="stack">
        <input type="hidden" name="act" value="agree" />
        <label class="check">
          <input type="checkbox" name="is_guardian" value="yes" required />
          <span>{w.isGuardian}</span>
        </label>
        <button class="button primary waking">{w.agree}</button>
      </form>
      <p class="quiet">{w.disagree}</p>
    </>
  );
}

function Account({ data, serviceName }: { data: In<'account'>; serviceName: string }) {
  const { words, say, count } = useWords();
  const w = words.guardian;
  const of = { person: <Named>{data.person}</Named>, service: serviceName };
  return (
    <>
      <h1>{w.account}</h1>
      <SaidParagraph text={w.accountText} of={of} />
      <Section id="release" title={w.release}>
        <p>{w.releaseText}</p>
        <PostButton action={actionOf(data.token)} fields={{ act: 'release' }}>
          {w.releaseButton}
        </PostButton>
      </Section>
      <Section id="end" title={w.end}>
        <p>{say(w.endText, { all: count('creditedToIt', data.contributions) })}</p>
        <PostButton action={actionOf(data.token)} fields={{ act: 'end' }} look="danger">
          {w.end}
        </PostButton>
      </Section>
    </>
  );
}

function Find({ data }: { data: In<'find'> }) {
  const w = useWords().words.guardian;
  return (
    <>
      <h1>{w.find}</h1>
      <p>{w.findText}</p>
      <form method="post" action={guardianPath} class="stack">
        <EmailField id="email" fault={data.fault} />
        <button class="button primary">{w.findButton}</button>
      </form>
    </>
  );
}

/** The pages of a parent or guardian, who has no account of their own here. */
export function GuardianPage({ data, frame }: PageProps<'guardian'>) {
  const { serviceName } = frame;
  const w = useWords().words.guardian;
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
          <h1>{w.outcomes[data.state].title}</h1>
          <p role="status">{w.outcomes[data.state].text}</p>
          {data.state === 'sent' && frame.development !== undefined && <OutboxLink />}
          {data.state === 'over' && (
            <p>
              <a href={guardianPath}>{w.again}</a>
            </p>
          )}
        </>
      )}
    </div>
  );
}
