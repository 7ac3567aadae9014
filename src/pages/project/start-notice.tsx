import type { PageData } from '../../contract/pages.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { TellMeForm } from '../../ui/tell-me-form.tsx';

type Props = { path: string; state: NonNullable<PageData['project']['startNotice']>['state'] };

/** For a project that is about to start: one press for members, an address for others. */
export const StartNotice = ({ path, state }: Props) => (
  <section class="card start-notice" aria-labelledby="start-notice">
    <h2 id="start-notice">{state === 'on' ? 'You will be told' : 'This project has yet to start'}</h2>
    {state === 'on' ? (
      <>
        <p>
          We mail you once when it starts. If you leave the list, you can come back to it here until then.
        </p>
        <PostButton action={`${path}/tell-me-not`}>Take me off the list</PostButton>
      </>
    ) : state === 'offer' ? (
      <>
        <p>We mail you once when it does, and keep you on no list after that.</p>
        <PostButton action={`${path}/tell-me`} look="primary">
          Tell me when it starts
        </PostButton>
      </>
    ) : (
      <TellMeForm path={path} />
    )}
  </section>
);
