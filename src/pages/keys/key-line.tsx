import type { OwnKey } from '../../contract/pages/keys.ts';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { scopesInWords } from './scopes.tsx';

/** The permissions of a key, and when it was made and used. */
export function KeyLine({ shown: { scopes, made, used } }: { shown: OwnKey }) {
  const { words } = useWords();
  const w = words.keys;
  return (
    <p class="byline">
      <span>
        {scopesInWords(scopes, words)} · <Said text={w.made} of={{ date: <Time value={made} /> }} /> ·{' '}
        {used === undefined ? w.neverUsed : <Said text={w.lastUsed} of={{ date: <Time value={used} /> }} />}
      </span>
    </p>
  );
}
