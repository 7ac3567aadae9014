import type { PageData } from '../../contract/pages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { TellMeForm } from '../../ui/forms/tell-me-form.tsx';

type StartNoticeProps = { path: string; state: NonNullable<PageData['project']['startNotice']>['state'] };

/** For a project that is about to start: one press for members, an address for others. */
function StartNotice({ path, state }: StartNoticeProps) {
  const w = useWords().words.tellMe;
  return (
    <section class="card start-notice" aria-labelledby="start-notice">
      <h2 id="start-notice">{state === 'on' ? w.outcomes.on.title : w.waits}</h2>
      {state === 'on' ? (
        <>
          <p>{w.isOn}</p>
          <PostButton action={`${path}/tell-me-not`}>{w.takeOff}</PostButton>
        </>
      ) : state === 'offer' ? (
        <>
          <p>{w.offer}</p>
          <PostButton action={`${path}/tell-me`} look="primary">
            {w.title}
          </PostButton>
        </>
      ) : (
        <TellMeForm path={path} />
      )}
    </section>
  );
}

type FollowProps = { path: string; state: NonNullable<PageData['project']['follow']> };

/** Keeps a project on the visitor's own page. */
function Follow({ path, state }: FollowProps) {
  const { words } = useWords();
  const w = words.project;
  return (
    <section class="follow" id="follow" aria-label={w.followLabel}>
      {state === 'yes' ? (
        <>
          <SaidParagraph
            text={w.following}
            of={{ page: <a href="/me#follows">{words.consent.yourPage}</a> }}
          />
          <PostButton action={`${path}/unfollow`} look="link">
            {words.follows.stop}
          </PostButton>
          <p class="quiet">{w.stopSays}</p>
        </>
      ) : state === 'no' ? (
        <>
          <PostButton action={`${path}/follow`}>{w.follow}</PostButton>
          <p class="quiet">{w.followSays}</p>
        </>
      ) : (
        <p>
          <ButtonLink href={`/sign-in?next=${encodeURIComponent(path)}`} text={w.signInToFollow} />
        </p>
      )}
    </section>
  );
}

/** The requests that a visitor can make; a preview shows it, but has no project that could be followed. */
export function Asking({ data: { path, follow, startNotice, isPreview } }: { data: PageData['project'] }) {
  const forms = (
    <>
      {follow && <Follow path={path} state={follow} />}
      {startNotice && <StartNotice path={path} state={startNotice.state} />}
    </>
  );
  return isPreview ? <div inert>{forms}</div> : forms;
}
