import type { PageData } from '../../contract/pages.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

type Props = { path: string; state: NonNullable<PageData['project']['follow']> };

/** Keeps a project on the visitor's own page. */
export function Follow({ path, state }: Props) {
  const { words } = useWords();
  const w = words.project;
  return (
    <section class="follow" id="follow" aria-label={w.followLabel}>
      {state === 'yes' ? (
        <>
          <p>
            <Said text={w.following} of={{ page: <a href="/me#follows">{words.consent.yourPage}</a> }} />
          </p>
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
          <a class="button plain" href={`/sign-in?next=${encodeURIComponent(path)}`}>
            {w.signInToFollow}
          </a>
        </p>
      )}
    </section>
  );
}
