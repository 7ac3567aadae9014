import { useEffect, useState } from 'preact/hooks';

const wakeAfter = 500;

/**
 * Whether the page has been in sight for half a second. A page that opens the popup under the second press of a
 * double click would otherwise choose the answer. True without scripts, since nothing could ever wake it there;
 * the same delay in site.css covers that case and the moment before this runs.
 */
export function useAwake(): boolean {
  const [isAwake, setAwake] = useState(true);
  useEffect(() => {
    let timer: number | undefined;
    const look = () => {
      clearTimeout(timer);
      setAwake(false);
      if (document.visibilityState === 'visible') timer = window.setTimeout(() => setAwake(true), wakeAfter);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isAwake;
}
