import { useEffect, useState } from 'preact/hooks';
import { watchAwake } from '../../ui/awake.ts';

/**
 * Whether a person can have seen this page before they press. True without scripts, since nothing could ever wake it
 * there; the same delay in site.css covers that case and the moment before this runs.
 */
export function useAwake(): boolean {
  const [isAwake, setAwake] = useState(true);
  useEffect(() => watchAwake(setAwake), []);
  return isAwake;
}
