import type { Sender } from '../contract/pages/volunteers.ts';
import { Notice } from '../ui/notice.tsx';
import { useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';
import { Section } from '../ui/section.tsx';

/** For the reader of a mail they may not have asked for: no account and no signing in needed. */
export function MailChoicesPage({ data, frame }: PageProps<'mail-choices'>) {
  const { token, grants = 0, senders = [], done, isIncomplete } = data;
  const { words, say, count } = useWords();
  const w = words.mailChoices;
  const action = `/mail/${encodeURIComponent(token)}`;
  if (isIncomplete)
    return (
      <div class="narrow">
        <h1>{w.title}</h1>
        <Notice kind="fault" says={w.incomplete} />
        <p>
          <a href="/">{w.home}</a>
        </p>
      </div>
    );
  if (done !== undefined) {
    const outcome = {
      ended: [w.ended, w.endedSays],
      never: [w.stopped, w.stoppedSays],
      again: [w.allowed, w.allowedSays],
      project: [w.projectEnded, w.projectEndedSays],
      programme: [w.programmeEnded, w.programmeEndedSays],
    }[done];
    return (
      <div class="narrow">
        <h1>{outcome[0]}</h1>
        <p role="status">{outcome[1]}</p>
        {done === 'never' && (
          <form method="post" action={action} class="stack">
            <button class="button plain" name="choice" value="again">
              {w.allow}
            </button>
          </form>
        )}
        <p>
          <a href="/">{say(w.about, { service: frame.serviceName })}</a>
        </p>
      </div>
    );
  }
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <p>{w.why}</p>
      <form method="post" action={action} class="alternatives">
        <div class="card">
          <h2>{w.endTitle}</h2>
          <p>{grants === 0 ? w.endNone : say(w.endSites, { sites: count('site', grants) })}</p>
          <button class="button primary" name="choice" value="end">
            {w.end}
          </button>
        </div>
        <div class="card">
          <h2>{w.neverTitle}</h2>
          <p>{w.neverText}</p>
          <button class="button danger" name="choice" value="never">
            {w.never}
          </button>
        </div>
      </form>
      {(['project', 'programme'] as const).map((kind) => (
        <Senders kind={kind} senders={senders.filter((sender) => sender.kind === kind)} action={action} />
      ))}
    </div>
  );
}

type Senders = NonNullable<PageProps<'mail-choices'>['data']['senders']>;

function Senders({ kind, senders, action }: { kind: Sender['kind']; senders: Senders; action: string }) {
  const { words, say } = useWords();
  const w = words.mailChoices;
  if (senders.length === 0) return null;
  return (
    <Section id={`${kind}s`} title={w[`${kind}s`]}>
      <p>{w[`${kind}sText`]}</p>
      <ul class="cards one">
        {senders.map(({ id, title }) => (
          <li class="card split">
            <h3>
              <bdi>{title}</bdi>
            </h3>
            <form method="post" action={action} class="post-button">
              <input type="hidden" name={`${kind}_id`} value={id} />
              <button
                class="button plain waking"
                name="choice"
                value={kind}
                aria-label={say(w.projectEndOf, { project: title })}
              >
                {w.projectEnd}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </Section>
  );
}
