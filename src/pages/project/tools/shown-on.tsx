import { useEffect, useState } from 'preact/hooks';
import type { ShownOn } from '../../../contract/pages/project-tools.ts';
import { Section } from '../../../ui/section.tsx';
import { Said, useWords } from '../../../ui/words/use-words.tsx';

/** Milliseconds between two polls: until the first message, and afterwards. */
const whileWaiting = 5_000;
const afterwards = 30_000;

/** The sites on which the message was shown. The page polls while it is visible; without a script there is a link. */
export function ShownOnSites({ shown: first, path }: { shown: ShownOn[]; path: string }) {
  const { words, ago: agoText } = useWords();
  const w = words.shown;
  const [shown, setShown] = useState(first);
  const [isAlive, setAlive] = useState(false);
  useEffect(() => {
    setAlive(true);
    return whileVisible(async () => {
      const now = await ask(path);
      if (now) setShown(now);
      return now?.length ? afterwards : whileWaiting;
    });
  }, []);
  return (
    <Section id="shown" title={w.title}>
      <p role="status" class={shown.length === 0 ? 'waiting' : undefined}>
        {shown.length === 0 ? w.waiting : w.shown}
      </p>
      {shown.length === 0 ? (
        <p class="quiet">
          <Said text={w.put} of={{ origins: <a href="#origins">{w.origins}</a> }} />
        </p>
      ) : (
        <ul class="rows">
          {shown.map(({ origin, ago }) => (
            <li>
              <Said
                text={w.seen}
                of={{ site: <code>{origin.replace(/^https?:\/\//, '')}</code>, ago: agoText(ago) }}
              />
            </li>
          ))}
        </ul>
      )}
      {!isAlive && (
        <p>
          <a href={`${path}/tools#shown`}>{w.again}</a>
        </p>
      )}
    </Section>
  );
}

async function ask(path: string): Promise<ShownOn[] | undefined> {
  try {
    const reply = await fetch(`${path}/shown`, { cache: 'no-store' });
    return reply.ok ? ((await reply.json()) as { shown: ShownOn[] }).shown : undefined;
  } catch {
    // Offline, or the service restarts: the next poll may succeed.
    return undefined;
  }
}

/** Calls `act` while the page is visible, each time after the milliseconds that it returned. Returns a function that stops it. */
function whileVisible(act: () => Promise<number>): () => void {
  let timer: number | undefined;
  let isActing = false;
  let isOver = false;
  const turn = async () => {
    if (isActing || isOver || document.visibilityState === 'hidden') return;
    isActing = true;
    const wait = await act();
    isActing = false;
    if (!isOver) timer = window.setTimeout(turn, wait);
  };
  const onVisibility = () => {
    clearTimeout(timer);
    void turn();
  };
  document.addEventListener('visibilitychange', onVisibility);
  timer = window.setTimeout(turn, whileWaiting);
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
