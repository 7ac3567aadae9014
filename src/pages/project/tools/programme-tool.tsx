import type { Tools } from '../../../contract/pages/project-tools.ts';
import { PostButton } from '../../../ui/forms/post-button.tsx';
import { useWords } from '../../../ui/words/use-words.tsx';

/** The programmes of partners: what one asks, accepts and leaves for the project. */
export function ProgrammeTool({
  programmes: { own, open, missing },
  path,
}: {
  programmes: Tools['programmes'];
  path: string;
}) {
  const { words, say, list } = useWords();
  const w = words.programmeTool;
  const act = (programme_id: number, name: string, text: string, of: 'ask' | 'leave') => (
    <PostButton
      action={`${path}/programmes`}
      fields={{ programme_id, act: of }}
      label={`${text}: ${name}`}
      look={of === 'leave' ? 'danger' : 'plain'}
    >
      {text}
    </PostButton>
  );
  const isEligible = missing.length === 0;
  return (
    <>
      <p>{w.says}</p>
      {!isEligible && (
        <p>
          {say(words.integration.missing, {
            facts: list(missing.map((fact) => words.integration.facts[fact])),
          })}
        </p>
      )}
      {own.length > 0 && (
        <>
          <p class="quiet">{w.leaveSays}</p>
          <ul class="rows">
            {own.map(({ programme: { id, name, path: address }, state }) => (
              <li class="split">
                <span>
                  <a href={address}>
                    <bdi>{name}</bdi>
                  </a>{' '}
                  <span class="quiet">{w.states[state]}</span>
                </span>
                <span class="answers">
                  {state === 'invited' && isEligible && act(id, name, w.accept, 'ask')}
                  {act(
                    id,
                    name,
                    state === 'listed' ? w.leave : state === 'invited' ? w.decline : w.withdraw,
                    'leave',
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {open.length > 0 && (
        <ul class="rows">
          {open.map(({ id, name, path: address }) => (
            <li class="split">
              <a href={address}>
                <bdi>{name}</bdi>
              </a>
              {isEligible && act(id, name, w.ask, 'ask')}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
