import type { ProgrammeHead } from '../../../contract/pages/programmes.ts';
import type { Tools } from '../../../contract/pages/project-tools.ts';
import { PostButton } from '../../../ui/forms/post-button.tsx';
import { useWords } from '../../../ui/words/use-words.tsx';
import { ProgrammeLink } from '../../programmes/rule.tsx';

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
  const act = ({ id, name }: ProgrammeHead, text: string, of: 'ask' | 'leave') => (
    <PostButton
      action={`${path}/programmes`}
      fields={{ programme_id: id, act: of }}
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
            {own.map(({ programme, state }) => (
              <li class="split">
                <span>
                  <ProgrammeLink programme={programme} /> <span class="quiet">{w.states[state]}</span>
                </span>
                <span class="answers">
                  {state === 'invited' && isEligible && act(programme, w.accept, 'ask')}
                  {act(
                    programme,
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
          {open.map((programme) => (
            <li class="split">
              <ProgrammeLink programme={programme} />
              {isEligible && act(programme, w.ask, 'ask')}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
