import type { PageData } from '../../contract/pages.ts';
import { PostButton } from '../../ui/post-button.tsx';

type Props = { path: string; state: NonNullable<PageData['project']['follow']> };

/** Keeps a project on the visitor's own page. */
export const Follow = ({ path, state }: Props) => (
  <section class="follow" id="follow" aria-label="Follow this project">
    {state === 'yes' ? (
      <>
        <p>
          You follow this project: it is on <a href="/me#follows">your page</a>, where you can ask for mail.
        </p>
        <PostButton action={`${path}/unfollow`} look="link">
          Stop following
        </PostButton>
        <p class="quiet">Stopping takes it off your list; you can follow it again here.</p>
      </>
    ) : state === 'no' ? (
      <>
        <PostButton action={`${path}/follow`}>Follow</PostButton>
        <p class="quiet">Keeps it on your page. We mail you only if you ask for it there.</p>
      </>
    ) : (
      <p>
        <a class="button plain" href={`/sign-in?next=${encodeURIComponent(path)}`}>
          Sign in to follow
        </a>
      </p>
    )}
  </section>
);
