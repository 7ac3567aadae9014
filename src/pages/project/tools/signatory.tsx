import type { Tools } from '../../../contract/pages/project-tools.ts';
import { SaidParagraph, useWords } from '../../../ui/words/use-words.tsx';

/** The form for the signatory of the project's hours, or the name and the way to withdraw it. */
export function SignatoryTool({ signatory, path }: Pick<Tools, 'signatory'> & { path: string }) {
  const w = useWords().words.signatory;
  if (signatory)
    return (
      <>
        <SaidParagraph
          text={w.shown}
          of={{ name: <strong>{signatory.name}</strong>, role: <bdi>{signatory.role}</bdi> }}
        />
        <form method="post" action={`${path}/signatory/withdraw`} class="stack">
          <p>{w.withdrawSays}</p>
          <button class="button danger">{w.withdraw}</button>
        </form>
      </>
    );
  return (
    <>
      <p>{w.says}</p>
      <form method="post" action={`${path}/signatory`} class="stack">
        <div class="field">
          <label for="signatory-name">{w.name}</label>
          <input id="signatory-name" name="name" required maxLength={80} autocomplete="off" />
        </div>
        <div class="field">
          <label for="signatory-role">{w.role}</label>
          <input id="signatory-role" name="role" required maxLength={80} autocomplete="off" />
        </div>
        <button class="button plain">{w.show}</button>
      </form>
    </>
  );
}
