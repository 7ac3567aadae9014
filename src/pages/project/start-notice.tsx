import type { PageData } from '../../contract/pages.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { TellMeForm } from '../../ui/tell-me-form.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

type Props = { path: string; state: NonNullable<PageData['project']['startNotice']>['state'] };

/** For a project that is about to start: one press for members, an address for others. */
export function StartNotice({ path, state }: Props) {
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
