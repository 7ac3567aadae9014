import { useEffect } from 'preact/hooks';
import { popupPath } from './popup-path.ts';

const interval = 2000;

async function isSignedIn(): Promise<boolean> {
  try {
    const reply = await fetch(`${popupPath}/ready`, { cache: 'no-store' });
    return reply.ok && ((await reply.json()) as { ready?: boolean }).ready === true;
  } catch {
    // Offline or restarting: asked again at the next turn.
    return false;
  }
}

/** Goes on by itself once the mailed link was opened in another tab; asks one question at a time. */
export function useWhenSignedIn(goOn: () => void) {
  useEffect(() => {
    let timer: number;
    let isOver = false;
    const ask = async () => {
      const isReady = await isSignedIn();
      if (isOver) return;
      if (isReady) goOn();
      else timer = window.setTimeout(ask, interval);
    };
    timer = window.setTimeout(ask, interval);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
}
