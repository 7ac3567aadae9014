import { waitingPath, type SignInPage } from '../../contract/pages/sign-in.ts';
import { SaidParagraph, useWords } from '../words/use-words.tsx';

/** The digits for somebody who opens the mail on another device; a script asks whether they were typed there. */
export function WaitingForm({ waiting, next }: Pick<SignInPage, 'waiting' | 'next'>) {
  const w = useWords().words.signIn;
  if (!waiting) return null;
  const { secret, digits } = waiting;
  return (
    <form method="post" action={waitingPath} data-waiting>
      <input type="hidden" name="secret" value={secret} />
      <input type="hidden" name="next" value={next} />
      <SaidParagraph
        text={w.elsewhere}
        of={{
          digits: (
            <strong>
              <bdi>{`${digits.slice(0, 3)} ${digits.slice(3)}`}</bdi>
            </strong>
          ),
        }}
      />
      <button class="button plain">{w.elsewhereDone}</button>
    </form>
  );
}
